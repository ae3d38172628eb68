#!/usr/bin/env python3
"""Prints "N passed, N failed, N skipped" for a JUnit file of ctest; fails when a test failed or none passed."""

import sys
import xml.etree.ElementTree

passed = failed = skipped = 0
try:
    cases = list(xml.etree.ElementTree.parse(sys.argv[1]).getroot().iter("testcase"))
except (OSError, xml.etree.ElementTree.ParseError):
    cases = []
for case in cases:
    status = case.get("status")
    if status == "run":
        passed += 1
    elif status in ("notrun", "disabled"):
        skipped += 1
    else:
        failed += 1
print(f"{passed} passed, {failed} failed, {skipped} skipped")
sys.exit(0 if passed and not failed else 1)
