"""Prints the times that python-dateutil finds for recurrence rules.

Usage: rules.py FILE, with lines `rule start limit`, start as 2025-11-06T14:45:00, limit the most times to print.
Lines: the times of one rule, separated by spaces, before any time zone has its say.
"""
import itertools
import sys
from datetime import datetime

from dateutil.rrule import rrulestr

LAST = datetime(2060, 1, 1)

with open(sys.argv[1], encoding="ascii") as file:
    for line in file:
        text, start, limit = line.split()
        rule = rrulestr(text, dtstart=datetime.fromisoformat(start))
        times = itertools.takewhile(lambda time: time < LAST, itertools.islice(rule, int(limit)))
        print(" ".join(time.isoformat() for time in times))
