fn 甲() -> u32 { return 乙; }
