"""Reads JUnit XML on standard input with junitparser, a library that nobody here wrote, and prints what it found.

One JSON object: {"suites": [{"name", "tests", "failures", "errors", "time", "counted": {"tests", "failures", "errors"},
"out", "cases": [{"name", "classname", "time", "results": [{"kind", "message", "type", "text"}]}]}]}
"""

import io
import json
import sys

from junitparser.xunit2 import JUnitXml


def case(found):
    return {
        "name": found.name,
        "classname": found.classname,
        "time": found.time,
        "results": [
            {"kind": type(result).__name__, "message": result.message, "type": result.type, "text": result.text}
            for result in found.result
        ],
    }


def suite(found):
    stated = {"tests": found.tests, "failures": found.failures, "errors": found.errors}
    time, out = found.time, found.system_out
    found.update_statistics()
    counted = {"tests": found.tests, "failures": found.failures, "errors": found.errors}
    cases = [case(each) for each in found]
    return {"name": found.name, **stated, "time": time, "counted": counted, "out": out, "cases": cases}


report = JUnitXml.fromfile(io.BytesIO(sys.stdin.buffer.read()))
print(json.dumps({"suites": [suite(each) for each in report]}))
