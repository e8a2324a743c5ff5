"""The catalogue of messages (generator/diagnostics/catalogue/*.def) and what the goldens show of it."""

import pathlib
import re

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
CATALOGUE = PROJECT / "generator" / "diagnostics" / "catalogue"
GOLDENS = PROJECT / "tests" / "golden"
TRANSCRIPTS = pathlib.Path(__file__).resolve().parent / "commands.txt"
EXEMPTIONS = pathlib.Path(__file__).resolve().parent / "exempt.txt"

ROW = re.compile(r'^YY_MESSAGE\((\d{4}), (\w+), (error|warning|note), \(([^)]*)\), "((?:[^"\\]|\\.)*)", "((?:[^"\\]|\\.)*)"\)$')
HEADLINE = re.compile(r"^\S.*?: (error|warning): .* \[YY(\d{4})\]$")
FAILURE = "着色器翻译失败："
REMARK = re.compile(r"^\S.*?: note: ")


class Row:
    """One row of the catalogue."""

    def __init__(self, number, name, severity, arguments, chinese, english, group):
        self.number, self.name, self.severity = int(number), name, severity
        self.arguments = [kind.strip() for kind in arguments.split(",") if kind.strip()]
        self.chinese, self.english, self.group = chinese, english, group

    @property
    def code(self):
        return f"YY{self.number}"

    def pattern(self, language):
        """A regular expression for the message with any arguments."""
        template = self.chinese if language == "zh" else self.english
        parts = re.split(r"(\{\{|\}\}|\{\d\})", template)
        plain = {"{{": r"\{", "}}": r"\}"}
        return re.compile("".join(plain.get(part) or (".*?" if re.fullmatch(r"\{\d\}", part) else re.escape(part))
                                  for part in parts))


def rows():
    """All rows, by number. A line that looks like a row and is none is a fault."""
    found = []
    for path in sorted(CATALOGUE.glob("*.def")):
        for line in path.read_text(encoding="utf-8").split("\n"):
            if not line.startswith("YY_MESSAGE("):
                continue
            match = ROW.match(line)
            if match is None:
                raise SystemExit(f"{path.name}: not understood: {line}")
            found.append(Row(*match.groups(), path.stem))
    return sorted(found, key=lambda row: row.number)


class Example:
    """One diagnostic as a golden or a transcript shows it."""

    def __init__(self, source, severity, number, text):
        self.source, self.severity, self.number, self.text = source, severity, number, text


def _blocks(source, text):
    """The diagnostics in `text`, each with the lines that belong to it."""
    current = None
    for line in text.split("\n"):
        if match := HEADLINE.match(line):
            current = Example(source, match.group(1), int(match.group(2)), line)
            yield current
        elif current is not None and (line.startswith((" ", "\t")) or REMARK.match(line)):
            current.text += "\n" + line
        else:
            current = None


def examples():
    """All diagnostics that goldens and transcripts show in Chinese, those of the folder 错误 first."""
    found = []
    paths = [path for path in sorted(GOLDENS.rglob("*")) if path.suffix in (".error", ".warnings")]
    paths.sort(key=lambda path: "错误" not in path.parts)
    for path in paths:
        text = path.read_bytes().decode("utf-8", errors="replace")
        found += _blocks(path.relative_to(PROJECT).as_posix(), text)
    text = TRANSCRIPTS.read_text(encoding="utf-8")
    found += _blocks(TRANSCRIPTS.relative_to(PROJECT).as_posix(), text)
    found += _failures(text)
    return found


def _failures(text):
    """Messages that a transcript shows in the line with which the seed's commands end (spec 3.2)."""
    all_rows = [row for row in rows() if row.severity != "note"]
    for line in text.split("\n"):
        if line.startswith(FAILURE):
            for row in all_rows:
                if row.pattern("zh").fullmatch(line[len(FAILURE):]):
                    yield Example(TRANSCRIPTS.relative_to(PROJECT).as_posix(), row.severity, row.number, line)


def shown_lines(language):
    """Every line of a golden or transcript in which a message of this language may stand."""
    suffixes = (".error", ".warnings", ".entries") if language == "zh" else (".error-en",)
    text = []
    for path in sorted(GOLDENS.rglob("*")):
        if path.suffix in suffixes:
            text += path.read_bytes().decode("utf-8", errors="replace").split("\n")
    return text + TRANSCRIPTS.read_text(encoding="utf-8").split("\n")


def exemptions():
    """Messages that nothing here provokes, with the reason: lines `YYnnnn reason`."""
    result = {}
    for line in EXEMPTIONS.read_text(encoding="utf-8").split("\n"):
        if line and not line.startswith("#"):
            code, reason = line.split(" ", 1)
            result[int(code[2:])] = reason
    return result
