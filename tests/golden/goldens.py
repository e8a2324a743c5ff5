"""Goldens: sources with the generator's expected output beside them (docs/testing.md, "Goldens").

`check(...)` compares, `update(...)` rewrites and shows the difference. Both find the same goldens by the same rules:

* a source `名。着色器。豫` with at least one file `名.KIND` beside it is a golden, KIND being one of KINDS or EXTRA_KINDS;
* a source named `错_…` must fail and has `.error` (and maybe `.error-en`) alone; any other must succeed and has neither;
* a source with no expectation is a fault, unless it lies in a folder below its feature's and a source of the same feature
  imports a module of its name: then it is a helper;
* an expectation or an options file without its source is a fault.
"""

import concurrent.futures
import difflib
import os
import pathlib
import re
import subprocess
import tempfile

SOURCE_SUFFIX = "。着色器。豫"
DECLARATION_SUFFIX = "。着色器。接口。豫"
PACKAGE_SUFFIX = "。包。豫"
ORDINARY_SUFFIX = "。豫"  # a module of general Yuyan, which a shader may not import
OPTIONS_SUFFIX = ".options"
ERROR_PREFIX = "错_"

# Kind of expectation -> the generator's arguments; its standard output is compared.
KINDS = {
    "wgsl": ["wgsl"],
    "msl": ["msl"],
    "ptx": ["ptx"],
    "yuyan": ["generate"],
    "ir": ["dump-ir"],
}
# Kinds whose expectation is a file that `build` writes -> the value of --host and the suffix of that file.
BUILT_KINDS = {
    "hpp": ("cpp", ".hpp"),
    "cppm": ("cpp-module", ".cppm"),
    "json": ("json", ".json"),
    "cpu": ("cpu", "。着色程序.hpp"),
}
# The diagnostics of a source that translates, and its entry tables.
EXTRA_KINDS = ["warnings", "entries"]
# The diagnostics of a source that does not -> the language they are shown in.
ERROR_KINDS = {"error": "zh", "error-en": "en"}
ALL_KINDS = [*KINDS, *BUILT_KINDS, *EXTRA_KINDS, *ERROR_KINDS]
NEW_KINDS = ["wgsl", "msl", "ptx"]  # what a new golden gets when no kind is named

TIME_LIMIT_SECONDS = 20
ENTRY_LINE = re.compile(r"^入口：")
DIAGNOSTIC_START = re.compile(r"^\S.*?: (?:error|warning): ")
COMMENT = re.compile(r"「：.*?：」", re.DOTALL)
IMPORT = re.compile(r"[寻观诵]\s*((?:「[^」]*」\s*之\s*)+)书")
NAME = re.compile(r"「([^」]*)」")


class Golden:
    """One source and the files beside it. `fault` is set when the files break a rule."""

    def __init__(self, root, source):
        self.root = root
        self.source = source
        self.stem = source.name[: -len(SOURCE_SUFFIX)]
        self.relative = source.relative_to(root).as_posix()
        self.must_fail = self.stem.startswith(ERROR_PREFIX)
        options = source.with_name(self.stem + OPTIONS_SUFFIX)
        self.options = options.read_text(encoding="utf-8").split("\n") if options.exists() else []
        self.options = [line for line in self.options if line]
        self.kinds = [kind for kind in ALL_KINDS if self.path(kind).exists()]

    def path(self, kind):
        return self.source.with_name(f"{self.stem}.{kind}")

    def rule_broken(self):
        wrong = [kind for kind in self.kinds if (kind in ERROR_KINDS) != self.must_fail]
        if wrong and self.must_fail:
            return f"a source named {ERROR_PREFIX}… fails, so it cannot have .{wrong[0]}"
        if wrong:
            return f"has .{wrong[0]}, so its name must start with {ERROR_PREFIX}"
        if self.must_fail and self.kinds and "error" not in self.kinds:
            return "has no .error"
        return None


class Tree:
    """All goldens, helpers and faults under `root`, in the order of their paths."""

    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()
        self.goldens, self.new, self.faults = [], [], []
        files = sorted(path for path in self.root.rglob("*") if path.is_file())
        sources = [path for path in files if path.name.endswith(SOURCE_SUFFIX)]
        imported = self._imported_modules(sources)
        for source in sources:
            golden = Golden(self.root, source)
            if golden.kinds:
                if broken := golden.rule_broken():
                    self.faults.append(f"{golden.relative}: {broken}")
                else:
                    self.goldens.append(golden)
            elif not self._is_helper(source, imported):
                self.new.append(golden)
        self._find_orphans(files)

    def feature(self, path):
        return path.relative_to(self.root).parts[0]

    def _imported_modules(self, sources):
        """The (feature, module name) pairs that the sources' import lines name; of a lone package, its 总集."""
        found = set()
        for source in sources:
            text = COMMENT.sub("", source.read_bytes().decode("utf-8", errors="replace"))
            for path in IMPORT.findall(text):
                names = NAME.findall(path)
                found.add((self.feature(source), names[-1] if len(names) > 1 else "总集"))
        return found

    def _is_helper(self, source, imported):
        below_feature = len(source.relative_to(self.root).parts) > 2
        return below_feature and (self.feature(source), source.name[: -len(SOURCE_SUFFIX)]) in imported

    def _find_orphans(self, files):
        known = tuple(f".{kind}" for kind in ALL_KINDS) + (OPTIONS_SUFFIX,)
        for path in files:
            relative = path.relative_to(self.root)
            if len(relative.parts) == 1:
                continue  # the harness itself
            if path.name.endswith((SOURCE_SUFFIX, DECLARATION_SUFFIX, PACKAGE_SUFFIX)):
                continue
            if path.name.endswith(ORDINARY_SUFFIX) and len(relative.parts) > 2:
                continue
            stem = path.name.rsplit(".", 1)[0]
            if not path.name.endswith(known):
                self.faults.append(f"{relative.as_posix()}: no source, expectation, options or package description")
            elif not path.with_name(stem + SOURCE_SUFFIX).exists():
                self.faults.append(f"{relative.as_posix()}: an orphan, {stem}{SOURCE_SUFFIX} is not beside it")


class Generator:
    """Runs the generator with the goldens' folder as working directory, so that paths in its messages are relative."""

    def __init__(self, executable, root):
        self.executable = os.path.abspath(executable)
        self.root = root
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("YY")}

    def run(self, arguments, language="zh"):
        command = [self.executable, *arguments, "--lang", language, "--color", "never"]
        done = subprocess.run(command, cwd=self.root, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=TIME_LIMIT_SECONDS, check=False)
        return done.returncode, done.stdout, done.stderr


class Failed(Exception):
    """The generator did not do what this golden needs; the text says what it did."""


def _succeed(generator, arguments):
    code, out, err = generator.run(arguments)
    if code != 0:
        raise Failed(f"`{' '.join(arguments)}` exited with {code}:\n{err.decode('utf-8', errors='replace')}")
    return out, err.decode("utf-8", errors="replace")


def _produce_error(generator, golden, kind):
    code, _, err = generator.run(["check", golden.relative, *golden.options], ERROR_KINDS[kind])
    if code != 1:
        raise Failed(f"must fail with exit code 1, but exited with {code}:\n{err.decode('utf-8', errors='replace')}")
    return err


def _produce_built(generator, golden, kind):
    host, suffix = BUILT_KINDS[kind]
    with tempfile.TemporaryDirectory() as folder:
        _succeed(generator, ["build", golden.relative, *golden.options, "-o", folder, "--host", host])
        found = sorted(pathlib.Path(folder).rglob("*" + suffix))
        if len(found) != 1:
            raise Failed(f"build --host {host} wrote {len(found)} files named *{suffix}")
        return found[0].read_bytes()


def _diagnostics(text):
    """The diagnostics in a run's standard error, each with the lines that belong to it; entry tables left out."""
    blocks = []
    for line in text.splitlines(keepends=True):
        if ENTRY_LINE.match(line):
            continue
        if DIAGNOSTIC_START.match(line) or not blocks:
            blocks.append(line)
        else:
            blocks[-1] += line
    return blocks


def produce(generator, golden, kinds):
    """What the generator makes of `golden`: a map from kind to bytes. `warnings` is present whenever there are any."""
    if golden.must_fail:
        return {kind: _produce_error(generator, golden, kind) for kind in kinds}
    made, notices, entries = {}, [], ""
    _, err = _succeed(generator, ["check", golden.relative, *golden.options])
    notices += [block for block in _diagnostics(err) if not block.startswith("检查通过")]
    texts = [kind for kind in KINDS if kind in kinds or ("entries" in kinds and kind in ("wgsl", "ptx"))]
    for kind in texts:
        out, err = _succeed(generator, [*KINDS[kind], golden.relative, *golden.options])
        notices += [block for block in _diagnostics(err) if block not in notices]
        if kind in ("wgsl", "ptx"):
            entries += "".join(line for line in err.splitlines(keepends=True) if ENTRY_LINE.match(line))
        if kind in kinds:
            made[kind] = out
    for kind in kinds:
        if kind in BUILT_KINDS:
            made[kind] = _produce_built(generator, golden, kind)
    if "entries" in kinds:
        made["entries"] = entries.encode()
    if notices or "warnings" in kinds:
        made["warnings"] = "".join(notices).encode()
    return made


def difference(golden, kind, expected, actual):
    """A unified difference between two outputs; a note where only the bytes of one line ending differ."""
    name = golden.path(kind).relative_to(golden.root).as_posix()
    before = expected.decode("utf-8", errors="backslashreplace").splitlines(keepends=True)
    after = actual.decode("utf-8", errors="backslashreplace").splitlines(keepends=True)
    lines = list(difflib.unified_diff(before, after, f"{name} (expected)", f"{name} (actual)"))
    return "".join(line if line.endswith("\n") else line + "\n\\ no newline at the end\n" for line in lines)


def _compare(generator, golden):
    """The faults of one golden, as texts."""
    try:
        made = produce(generator, golden, golden.kinds)
    except (Failed, subprocess.TimeoutExpired) as fault:
        return [f"{golden.relative}: {fault}"]
    faults = []
    for kind, actual in made.items():
        path = golden.path(kind)
        expected = path.read_bytes() if path.exists() else b""
        if kind in EXTRA_KINDS and kind not in golden.kinds:
            faults.append(f"{golden.relative}: it warns, but there is no .{kind}:\n{difference(golden, kind, b'', actual)}")
        elif expected != actual:
            faults.append(f"{golden.relative}: .{kind} differs\n{difference(golden, kind, expected, actual)}")
    return faults


def _each(generator, goldens, work):
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        return list(pool.map(lambda golden: work(generator, golden), goldens))


def _matching(goldens, pattern):
    return [golden for golden in goldens if pattern is None or pattern in golden.relative]


def check(root, executable, pattern=None, say=print):
    """Compares every golden whose path contains `pattern`; returns whether all is well."""
    tree = Tree(root)
    generator = Generator(executable, tree.root)
    chosen = _matching(tree.goldens, pattern)
    faults = list(tree.faults)
    faults += [f"{golden.relative}: no expectation beside it, and nothing in its feature imports it" for golden in tree.new]
    failed = 0
    for found in _each(generator, chosen, _compare):
        failed += bool(found)
        faults += found
    for fault in faults:
        say(fault)
    if faults:
        say("To accept the new output: tests/update-goldens [filter], then read the difference.")
    say(f"goldens: {len(chosen) - failed} passed, {failed} failed")
    return not faults


def _rewrite(kinds):
    def work(generator, golden):
        wanted = list(dict.fromkeys([*golden.kinds, *kinds]))
        if golden.must_fail:
            wanted = ["error", *(kind for kind in wanted if kind in ERROR_KINDS and kind != "error")]
        else:
            made_anyway = ["warnings", *ERROR_KINDS]
            wanted = [kind for kind in wanted if kind not in made_anyway] or ([] if golden.kinds else NEW_KINDS)
        try:
            made = produce(generator, golden, wanted)
        except (Failed, subprocess.TimeoutExpired) as fault:
            return [], [f"{golden.relative}: {fault}"]
        changes = []
        for kind, actual in made.items():
            path = golden.path(kind)
            expected = path.read_bytes() if path.exists() else b""
            if expected != actual or not path.exists():
                path.write_bytes(actual)
                changes.append(difference(golden, kind, expected, actual))
        if "warnings" in golden.kinds and "warnings" not in made:
            golden.path("warnings").unlink()
            changes.append(f"{golden.relative}: no longer warns, .warnings removed\n")
        return changes, []

    return work


def update(root, executable, pattern=None, kinds=(), say=print):
    """Rewrites the expectations of every golden whose path contains `pattern`, adding `kinds`; returns whether all is well."""
    tree = Tree(root)
    chosen = _matching(tree.goldens + tree.new, pattern)
    changed, faults = 0, list(tree.faults)
    for changes, found in _each(Generator(executable, tree.root), chosen, _rewrite(kinds)):
        changed += len(changes)
        faults += found
        for change in changes:
            say(change)
    for fault in faults:
        say(fault)
    say(f"goldens: {len(chosen)} looked at, {changed} files changed, {len(faults)} faults")
    return not faults
