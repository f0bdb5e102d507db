#!/usr/bin/env python3
"""Prints what failed in a run of the tests, and which tests had not ended when it did."""
import re
import sys

failed, under_way = [], {}
for line in open(sys.argv[1], encoding="utf-8", errors="replace"):
    if line.startswith("✘"):
        failed.append(line.rstrip())
    elif begun := re.match(r"◇ Test (.+) started\.$", line):
        under_way[begun[1]] = True
    # A test's own name may hold any of these words.
    end = r"(?: with \d+ test cases?)? (?:(?:passed|failed) after \S+ seconds\b.*|skipped(?:: .*)?\.?)$"
    if ended := re.match(r"\S Test (.+?)" + end, line):
        under_way.pop(ended[1], None)
under_way = [test for test in under_way if not test.startswith(("case ", "run"))]

if under_way:
    print("What had not ended:", *sorted(under_way), sep="\n  ")
# Last, as the end of a log is what is read.
print("What failed:", *(failed or ["nothing that says so"]), sep="\n  ")
