#!/usr/bin/env python3
"""Every message of the catalogue is provoked by a golden or a transcript, or stands in exempt.txt with the reason.

An error or warning must be the headline of a diagnostic somewhere. A note, label or fix must be a line of one.
An exemption of a message that is provoked after all, or that is not in the catalogue, is a fault too.
"""

import sys

sys.dont_write_bytecode = True
import catalogue  # noqa: E402


def main():
    sys.stdout.reconfigure(encoding="utf-8")
    rows = catalogue.rows()
    exempt = catalogue.exemptions()
    headlines = {example.number for example in catalogue.examples()}
    lines = catalogue.shown_lines("zh")
    faults = []
    for row in rows:
        if row.severity == "note":
            pattern = row.pattern("zh")
            shown = any(pattern.search(line) for line in lines)
        else:
            shown = row.number in headlines
        if shown and row.number in exempt:
            faults.append(f"{row.code} {row.name}: exempt, yet provoked")
        elif not shown and row.number not in exempt:
            faults.append(f"{row.code} {row.name}: no golden provokes it")
    numbers = {row.number for row in rows}
    faults += [f"YY{number}: exempt, but not in the catalogue" for number in exempt if number not in numbers]
    for fault in faults:
        print(fault)
    if faults:
        print("Add a golden under tests/golden/错误, a transcript to tests/messages/commands.txt, or a line to exempt.txt.")
    print(f"messages: {len(rows)} in the catalogue, {len(exempt)} exempt, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
