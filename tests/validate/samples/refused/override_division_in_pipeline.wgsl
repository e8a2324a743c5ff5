override 数: u32 = 0u;

@compute @workgroup_size(数)
fn 空() {
}
