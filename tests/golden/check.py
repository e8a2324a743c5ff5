#!/usr/bin/env python3
"""Compares the goldens with what the generator makes now. Usage: check.py --yyshader PROGRAM [FILTER]"""

import argparse
import pathlib
import sys

sys.dont_write_bytecode = True
import goldens  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yyshader", required=True)
    parser.add_argument("filter", nargs="?")
    arguments = parser.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")
    return 0 if goldens.check(pathlib.Path(__file__).parent, arguments.yyshader, arguments.filter) else 1


if __name__ == "__main__":
    sys.exit(main())
