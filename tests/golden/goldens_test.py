#!/usr/bin/env python3
"""Tests of the golden harness itself, against a stand-in generator whose answers the sources spell out."""

import os
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import goldens  # noqa: E402

# A source line `COMMAND=TEXT` is the stand-in's output for that command; `exit=N` its exit code, `err=TEXT` its errors.
STAND_IN = """#!/usr/bin/env python3
import pathlib, sys
command, path, rest = sys.argv[1], sys.argv[2], sys.argv[3:]
text = pathlib.Path(path).read_text(encoding="utf-8")
answers = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
if command == "build":
    out = pathlib.Path(rest[rest.index("-o") + 1], "包")
    out.mkdir()
    (out / ("名。着色生成." + {"cpp": "hpp", "json": "json"}[rest[rest.index("--host") + 1]])).write_text("built\\n")
elif command == "check":
    sys.stderr.write(answers.get("err-" + rest[rest.index("--lang") + 1], "").replace("|", "\\n"))
else:
    sys.stderr.write("入口：甲 → 乙（计算）\\n" + answers.get("err-" + command, "").replace("|", "\\n"))
    if "--options" in rest:
        sys.stdout.write("with options\\n")
    sys.stdout.write(answers.get(command, "nothing").replace("|", "\\n"))
sys.exit(int(answers.get("exit", "0")))
"""


class GoldenHarness(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name, "golden")
        self.root.mkdir()
        self.generator = pathlib.Path(self.folder.name, "stand-in")
        self.generator.write_text(STAND_IN, encoding="utf-8")
        self.generator.chmod(0o755)

    def write(self, files):
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def check(self, pattern=None):
        said = []
        well = goldens.check(self.root, self.generator, pattern, said.append)
        return well, "\n".join(said)

    def update(self, pattern=None, kinds=()):
        said = []
        well = goldens.update(self.root, self.generator, pattern, kinds, said.append)
        return well, "\n".join(said)

    def expect_fault(self, text):
        well, said = self.check()
        self.assertFalse(well)
        self.assertIn(text, said)

    def test_equal_output_passes(self):
        self.write({"数/甲。着色器。豫": "wgsl=一|", "数/甲.wgsl": "一\n"})
        well, said = self.check()
        self.assertTrue(well, said)
        self.assertIn("1 passed, 0 failed", said)

    def test_other_output_fails_with_the_difference(self):
        self.write({"数/甲。着色器。豫": "wgsl=二|", "数/甲.wgsl": "一\n"})
        self.expect_fault("-一\n+二\n")

    def test_a_missing_final_newline_is_a_difference(self):
        self.write({"数/甲。着色器。豫": "wgsl=一", "数/甲.wgsl": "一\n"})
        self.expect_fault("no newline at the end")

    def test_a_source_without_expectation_is_a_fault(self):
        self.write({"数/甲。着色器。豫": "wgsl=一|"})
        self.expect_fault("数/甲。着色器。豫: no expectation")

    def test_an_expectation_without_source_is_a_fault(self):
        self.write({"数/甲.msl": "一\n"})
        self.expect_fault("数/甲.msl: an orphan")

    def test_options_without_source_are_a_fault(self):
        self.write({"数/甲.options": "--prune\n"})
        self.expect_fault("数/甲.options: an orphan")

    def test_a_stray_file_is_a_fault(self):
        self.write({"数/甲.txt": "一\n"})
        self.expect_fault("数/甲.txt: no source")

    def test_options_reach_the_generator(self):
        self.write({"数/甲。着色器。豫": "wgsl=一|", "数/甲.options": "--options\n", "数/甲.wgsl": "with options\n一\n"})
        well, said = self.check()
        self.assertTrue(well, said)

    def test_an_error_golden_carries_the_diagnostic(self):
        self.write({"数/错_甲。着色器。豫": "exit=1\nerr-zh=错|", "数/错_甲.error": "错\n"})
        well, said = self.check()
        self.assertTrue(well, said)

    def test_an_error_golden_has_both_languages(self):
        self.write({"数/错_甲。着色器。豫": "exit=1\nerr-zh=错|\nerr-en=wrong|", "数/错_甲.error": "错\n", "数/错_甲.error-en": "bad\n"})
        self.expect_fault("-bad\n+wrong\n")

    def test_an_error_golden_that_translates_is_a_fault(self):
        self.write({"数/错_甲。着色器。豫": "err-zh=错|", "数/错_甲.error": "错\n"})
        self.expect_fault("must fail with exit code 1, but exited with 0")

    def test_a_crash_is_no_error_golden(self):
        self.write({"数/错_甲。着色器。豫": "exit=3\nerr-zh=错|", "数/错_甲.error": "错\n"})
        self.expect_fault("must fail with exit code 1, but exited with 3")

    def test_a_failing_source_needs_the_prefix(self):
        self.write({"数/甲。着色器。豫": "exit=1", "数/甲.error": "错\n"})
        self.expect_fault("its name must start with 错_")

    def test_an_error_golden_has_no_text(self):
        self.write({"数/错_甲。着色器。豫": "exit=1", "数/错_甲.error": "", "数/错_甲.wgsl": ""})
        self.expect_fault("cannot have .wgsl")

    def test_a_golden_that_does_not_translate_shows_why(self):
        self.write({"数/甲。着色器。豫": "exit=1\nerr-zh=坏|", "数/甲.wgsl": "一\n"})
        self.expect_fault("坏")

    def test_warnings_need_their_expectation(self):
        warning = "数/甲。着色器。豫:1:1: warning: 慎|  源|"
        self.write({"数/甲。着色器。豫": f"wgsl=一|\nerr-zh={warning}\nerr-wgsl={warning}", "数/甲.wgsl": "一\n"})
        self.expect_fault("it warns, but there is no .warnings")
        self.write({"数/甲.warnings": "数/甲。着色器。豫:1:1: warning: 慎\n  源\n"})
        well, said = self.check()
        self.assertTrue(well, said)

    def test_warnings_that_have_gone_are_a_difference(self):
        self.write({"数/甲。着色器。豫": "wgsl=一|", "数/甲.wgsl": "一\n", "数/甲.warnings": "慎\n"})
        self.expect_fault("-慎\n")

    def test_entry_tables_are_compared(self):
        table = "入口：甲 → 乙（计算）\n"
        self.write({"数/甲。着色器。豫": "wgsl=一|", "数/甲.wgsl": "一\n", "数/甲.entries": table + table})
        well, said = self.check()
        self.assertTrue(well, said)

    def test_built_files_are_compared(self):
        self.write({"数/甲。着色器。豫": "", "数/甲.hpp": "built\n", "数/甲.json": "other\n"})
        self.expect_fault("-other\n+built\n")

    def test_a_helper_is_an_imported_source_in_a_lower_folder(self):
        files = {"包/甲。着色器。豫": "寻观 「库」之 「公用」 之书。\nwgsl=一|", "包/甲.wgsl": "一\n"}
        self.write({**files, "包/库/库。包。豫": "", "包/库/公用。着色器。豫": ""})
        well, said = self.check()
        self.assertTrue(well, said)
        self.write({"包/库/别的。着色器。豫": ""})
        self.expect_fault("包/库/别的。着色器。豫: no expectation")

    def test_an_import_in_a_comment_makes_no_helper(self):
        self.write({"包/甲。着色器。豫": "「：寻「库」之「公用」之书。：」\nwgsl=一|", "包/甲.wgsl": "一\n", "包/库/公用。着色器。豫": ""})
        self.expect_fault("包/库/公用。着色器。豫: no expectation")

    def test_update_writes_new_goldens_and_shows_the_difference(self):
        self.write({"数/甲。着色器。豫": "wgsl=一|\nmsl=二|\nptx=三|", "数/错_乙。着色器。豫": "exit=1\nerr-zh=错|"})
        well, said = self.update()
        self.assertTrue(well, said)
        self.assertIn("+一\n", said)
        self.assertEqual((self.root / "数/甲.ptx").read_text(encoding="utf-8"), "三\n")
        self.assertEqual((self.root / "数/错_乙.error").read_text(encoding="utf-8"), "错\n")
        self.assertTrue(self.check()[0])

    def test_update_keeps_kinds_and_heeds_the_filter(self):
        self.write({"数/甲。着色器。豫": "msl=二|", "数/甲.msl": "旧\n", "别/乙。着色器。豫": "msl=二|", "别/乙.msl": "旧\n"})
        self.update("数/")
        self.assertEqual((self.root / "数/甲.msl").read_text(encoding="utf-8"), "二\n")
        self.assertFalse((self.root / "数/甲.wgsl").exists())
        self.assertEqual((self.root / "别/乙.msl").read_text(encoding="utf-8"), "旧\n")

    def test_update_adds_kinds_and_drops_stale_warnings(self):
        self.write({"数/甲。着色器。豫": "msl=二|\nwgsl=一|", "数/甲.msl": "二\n", "数/甲.warnings": "慎\n"})
        self.update(kinds=["wgsl"])
        self.assertEqual((self.root / "数/甲.wgsl").read_text(encoding="utf-8"), "一\n")
        self.assertFalse((self.root / "数/甲.warnings").exists())

    def test_update_writes_nothing_for_a_source_that_does_not_translate(self):
        self.write({"数/甲。着色器。豫": "exit=1\nerr-zh=坏|"})
        well, said = self.update()
        self.assertFalse(well)
        self.assertIn("坏", said)
        self.assertEqual(os.listdir(self.root / "数"), ["甲。着色器。豫"])


if __name__ == "__main__":
    unittest.main()
