#!/usr/bin/env python3
"""`--diagnostics json` and `sarif` of every error golden: their structure, their places, and that each fix helps.

The structure of SARIF is what OASIS' schema 2.1.0 asks of the objects that are used here: known properties only, required ones
present, values of the right kind. Places are compared with lines, columns (code points) and offsets (bytes) counted here. Each
fix is applied alone, and the fault that it belongs to must be gone then.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
GOLDENS = HERE.parent / "golden"
SOURCE_SUFFIX = "。着色器。豫"
TIME_LIMIT_SECONDS = 60
# Faults that a fix of theirs cannot end: there are so many that some are not listed.
MANY = "错_错误过多"


class Fault(Exception):
    """What is wrong with an output."""


def need(condition, text):
    if not condition:
        raise Fault(text)


def is_kind(value, kind):
    return isinstance(value, kind) and not (kind is int and isinstance(value, bool))


def check_object(value, where, required, optional=()):
    """`value` is an object with all of `required` and nothing beyond `optional`; both map names to checks."""
    need(isinstance(value, dict), f"{where}: no object")
    for name in required:
        need(name in value, f"{where}: {name} is missing")
    known = {**required, **dict(optional)}
    for name, member in value.items():
        need(name in known, f"{where}: {name} does not belong here")
        known[name](member, f"{where}.{name}")


def text(value, where):
    need(isinstance(value, str) and value, f"{where}: no text")


def any_text(value, where):
    need(isinstance(value, str), f"{where}: no text")


def number(least):
    return lambda value, where: need(is_kind(value, int) and value >= least, f"{where}: no number from {least} up")


def one_of(*allowed):
    return lambda value, where: need(value in allowed, f"{where}: {value!r} is none of {allowed}")


def matching(pattern):
    return lambda value, where: need(isinstance(value, str) and re.fullmatch(pattern, value), f"{where}: {value!r}")


def list_of(check, least=0):
    def checked(value, where):
        need(isinstance(value, list) and len(value) >= least, f"{where}: no list of at least {least}")
        for i, item in enumerate(value):
            check(item, f"{where}[{i}]")

    return checked


def nothing_or(check):
    return lambda value, where: value is None or check(value, where)


# ---- JSON ----


def json_place(value, where):
    check_object(value, where, {"line": number(1), "column": number(1), "offset": number(0)})


def json_range(value, where):
    check_object(value, where, {"start": json_place, "end": json_place})
    need(value["start"]["offset"] <= value["end"]["offset"], f"{where}: ends before it begins")


PLACE = {"file": nothing_or(text), "range": nothing_or(json_range)}
MESSAGE = {"id": matching(r"YY\d{4}"), "name": matching(r"[a-z0-9_]+"), "message": text}


def json_edit(value, where):
    check_object(value, where, {**PLACE, "replacement": any_text})
    need(value["file"] is not None, f"{where}: nowhere")


def json_remark(value, where):
    check_object(value, where, {**MESSAGE, **PLACE})


def json_fix(value, where):
    check_object(value, where, {**MESSAGE, "edits": list_of(json_edit)})


def json_diagnostic(value, where):
    check_object(value, where, {"severity": one_of("error", "warning"), **MESSAGE, "definition": nothing_or(text), **PLACE,
                                "labels": list_of(json_remark), "notes": list_of(json_remark), "fixes": list_of(json_fix)})
    need((value["file"] is None) == (value["range"] is None), f"{where}: a file without a range")


# ---- SARIF ----


def sarif_message(value, where):
    check_object(value, where, {"text": text})


def uri(value, where):
    need(isinstance(value, str) and re.fullmatch(r"[A-Za-z0-9\-._~/%:]+", value), f"{where}: no URI reference")


def sarif_artifact(value, where):
    check_object(value, where, {"uri": uri})


def sarif_region(value, where):
    check_object(value, where, {"startLine": number(1), "startColumn": number(1), "endLine": number(1), "endColumn": number(1),
                                "byteOffset": number(0), "byteLength": number(0)})


def sarif_physical(value, where):
    check_object(value, where, {"artifactLocation": sarif_artifact, "region": sarif_region})


def sarif_logical(value, where):
    check_object(value, where, {"name": text})


def sarif_location(value, where):
    check_object(value, where, {}, {"id": number(0), "physicalLocation": sarif_physical, "message": sarif_message,
                                    "logicalLocations": list_of(sarif_logical)})


def sarif_content(value, where):
    check_object(value, where, {"text": any_text})


def sarif_replacement(value, where):
    check_object(value, where, {"deletedRegion": sarif_region}, {"insertedContent": sarif_content})


def sarif_change(value, where):
    check_object(value, where, {"artifactLocation": sarif_artifact, "replacements": list_of(sarif_replacement, 1)})


def sarif_fix(value, where):
    check_object(value, where, {"artifactChanges": list_of(sarif_change, 1)}, {"description": sarif_message})


def sarif_result(value, where):
    level = one_of("none", "note", "warning", "error")
    check_object(value, where, {"message": sarif_message},
                 {"ruleId": matching(r"YY\d{4}"), "ruleIndex": number(0), "level": level, "locations": list_of(sarif_location),
                  "relatedLocations": list_of(sarif_location), "fixes": list_of(sarif_fix)})
    ids = [location["id"] for location in value.get("relatedLocations", [])]
    need(len(set(ids)) == len(ids), f"{where}: two related locations with one id")


def sarif_rule(value, where):
    def configuration(inner, inner_where):
        check_object(inner, inner_where, {}, {"level": one_of("none", "note", "warning", "error")})

    check_object(value, where, {"id": matching(r"YY\d{4}")},
                 {"name": text, "shortDescription": sarif_message, "defaultConfiguration": configuration})


def sarif_tool(value, where):
    def driver(inner, inner_where):
        check_object(inner, inner_where, {"name": text}, {"version": text, "rules": list_of(sarif_rule)})

    check_object(value, where, {"driver": driver})


def sarif_run(value, where):
    check_object(value, where, {"tool": sarif_tool},
                 {"results": list_of(sarif_result), "columnKind": one_of("utf16CodeUnits", "unicodeCodePoints"),
                  "language": matching(r"[a-z]{2}(-[A-Z]{2})?")})
    rules = value["tool"]["driver"]["rules"]
    need(len({rule["id"] for rule in rules}) == len(rules), f"{where}: a rule twice")
    for result in value["results"]:
        need(rules[result["ruleIndex"]]["id"] == result["ruleId"], f"{where}: ruleIndex and ruleId differ")


def check_sarif(document):
    check_object(document, "log", {"version": one_of("2.1.0"), "runs": list_of(sarif_run)}, {"$schema": text})


# ---- Places and fixes ----


def line_and_column(data, offset):
    """Both from 1; a column is a code point, and an undecodable byte one of its own."""
    line_start = data.rfind(b"\n", 0, offset) + 1
    column = len(data[line_start:offset].decode("utf-8", errors="surrogateescape"))
    return data.count(b"\n", 0, offset) + 1, column + 1


def check_places(value, root):
    """Every place anywhere in a JSON diagnostic is where its offset says."""
    if isinstance(value, list):
        for item in value:
            check_places(item, root)
    elif isinstance(value, dict):
        if value.get("range"):
            data = (root / value["file"]).read_bytes()
            for end in ("start", "end"):
                place = value["range"][end]
                counted = line_and_column(data, place["offset"])
                need((place["line"], place["column"]) == counted, f"{place} is really {counted}")
        for item in value.values():
            check_places(item, root)


def regions(document):
    for result in document["runs"][0]["results"]:
        for location in result["locations"] + result.get("relatedLocations", []):
            if "physicalLocation" in location:
                yield location["physicalLocation"]["artifactLocation"], location["physicalLocation"]["region"]
        for fix in result.get("fixes", []):
            for change in fix["artifactChanges"]:
                for replacement in change["replacements"]:
                    yield change["artifactLocation"], replacement["deletedRegion"]


def check_regions(document, root):
    for artifact, region in regions(document):
        data = (root / urllib.parse.unquote(artifact["uri"])).read_bytes()
        begin = line_and_column(data, region["byteOffset"])
        end = line_and_column(data, region["byteOffset"] + region["byteLength"])
        need((region["startLine"], region["startColumn"]) == begin, f"{region} really begins at {begin}")
        need((region["endLine"], region["endColumn"]) == end, f"{region} really ends at {end}")


class Checker:
    def __init__(self, executable):
        self.executable = os.path.abspath(executable)
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("YY")}

    def run(self, root, golden, form):
        options = root / golden.replace(SOURCE_SUFFIX, ".options")
        more = options.read_text(encoding="utf-8").split() if options.exists() else []
        done = subprocess.run([self.executable, "check", golden, "--diagnostics", form, "--lang", "en", *more], cwd=root,
                              env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIME_LIMIT_SECONDS,
                              check=False)
        return done.stderr.decode("utf-8")

    def diagnostics(self, root, golden):
        return [json.loads(line) for line in self.run(root, golden, "json").splitlines()]

    def check(self, golden):
        """The faults found with one golden."""
        faults = []
        try:
            found = self.diagnostics(GOLDENS, golden)
            need(found, "no diagnostics")
            for i, diagnostic in enumerate(found):
                json_diagnostic(diagnostic, f"line {i + 1}")
            check_places(found, GOLDENS)
            document = json.loads(self.run(GOLDENS, golden, "sarif"))
            check_sarif(document)
            check_regions(document, GOLDENS)
            need(len(document["runs"][0]["results"]) == len(found), "SARIF and JSON differ in number")
            if MANY not in golden:
                faults += self.check_fixes(golden, found)
        except (Fault, KeyError, json.JSONDecodeError) as fault:
            faults.append(f"{golden}: {fault!r}")
        return faults

    def check_fixes(self, golden, found):
        faults = []
        for number_, diagnostic in enumerate(found):
            for fix in diagnostic["fixes"]:
                if fix["edits"] and not self.helps(golden, found, diagnostic, fix["edits"]):
                    faults.append(f"{golden}: diagnostic {number_ + 1}, {diagnostic['message']}: {fix['message']} does not help")
        return faults

    def helps(self, golden, before, diagnostic, edits):
        """Whether the edits leave one finding of this kind less, and no more of other kinds."""
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            folder = pathlib.PurePosixPath(golden).parent
            shutil.copytree(GOLDENS / folder, root / folder)
            for edit in sorted(edits, key=lambda edit: -edit["range"]["start"]["offset"]):
                path = root / edit["file"]
                data = path.read_bytes()
                begin, end = edit["range"]["start"]["offset"], edit["range"]["end"]["offset"]
                path.write_bytes(data[:begin] + edit["replacement"].encode() + data[end:])
            after = self.diagnostics(root, golden)
        same = [other["id"] for other in after].count(diagnostic["id"])
        return same < [other["id"] for other in before].count(diagnostic["id"]) and len(after) <= len(before)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yyshader", required=True)
    parser.add_argument("filter", nargs="?", default="")
    arguments = parser.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")
    sources = sorted(path for path in GOLDENS.rglob("错_*" + SOURCE_SUFFIX) if path.with_name(
        path.name.replace(SOURCE_SUFFIX, ".error")).exists())
    goldens = [path.relative_to(GOLDENS).as_posix() for path in sources]
    goldens = [golden for golden in goldens if arguments.filter in golden]
    checker = Checker(arguments.yyshader)
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        faults = [fault for found in pool.map(checker.check, goldens) for fault in found]
    for fault in faults:
        print(fault)
    print(f"formats: {len(goldens)} goldens, {len(faults)} faults")
    return 1 if faults or not goldens else 0


if __name__ == "__main__":
    sys.exit(main())
