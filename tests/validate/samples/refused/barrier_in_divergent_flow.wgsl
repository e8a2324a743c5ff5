@compute @workgroup_size(64)
fn 甲(@builtin(local_invocation_index) 序: u32) {
  if (序 < 3u) {
    workgroupBarrier();
  }
}
