@group(0) @binding(0) var<storage, read_write> 出: array<u32>;

struct 调用 {
  @builtin(global_invocation_id) 全局: vec3<u32>,
  @builtin(local_invocation_id) 局部: vec3<u32>,
  @builtin(local_invocation_index) 序: u32,
  @builtin(workgroup_id) 组号: vec3<u32>,
  @builtin(num_workgroups) 组数: vec3<u32>,
}

@compute @workgroup_size(2, 2, 1)
fn 记(入: 调用) {
  let 行宽 = 入.组数.x * 2u;
  let 处 = (入.全局.y * 行宽) + 入.全局.x;
  出[处] = (入.序 + (入.组号.x * 100u)) + (入.局部.y * 10u);
}
