"""Prints the times that python-dateutil finds for recurrence rules, and when zoneinfo says that they are.

Usage: rules.py DIRECTORY FILE, with lines `zone rule start limit`, start as 2025-11-06T14:45:00, limit the most times to
print.
Lines: the times of one rule, separated by spaces, each as `time=second` with the second of Unix time at which an alarm
for it rings. After the second stands `g` for a time that the clocks skip and `f` for one that they show twice.

An alarm for a skipped time rings as long after the gap's start as the time would have come, and one for a time that comes
twice rings at the first: both are what fold 0 means (PEP 495).
"""
import itertools
import sys
import zoneinfo
from datetime import datetime, timedelta, timezone

from dateutil.rrule import rrulestr

EPOCH = datetime(1970, 1, 1)
LAST = datetime(2060, 1, 1)


def second(zone, time, fold):
    local = time.replace(tzinfo=zone, fold=fold)
    return (time - EPOCH) // timedelta(seconds=1) - local.utcoffset() // timedelta(seconds=1)


def resolved(zone, time):
    first = second(zone, time, 0)
    shown = (EPOCH + timedelta(seconds=first)).replace(tzinfo=timezone.utc).astimezone(zone).replace(tzinfo=None)
    mark = "g" if shown != time else "f" if first != second(zone, time, 1) else ""
    return "%s=%d%s" % (time.isoformat(), first, mark)


def main(directory, path):
    zoneinfo.reset_tzpath([directory])
    with open(path, encoding="ascii") as file:
        for line in file:
            name, text, start, limit = line.split()
            zone = zoneinfo.ZoneInfo(name)
            rule = rrulestr(text, dtstart=datetime.fromisoformat(start))
            times = itertools.takewhile(lambda time: time < LAST, itertools.islice(rule, int(limit)))
            print(" ".join(resolved(zone, time) for time in times))


main(*sys.argv[1:])
