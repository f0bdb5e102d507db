"""Prints what Python's zoneinfo says of every installed zone, at and around each change of its clocks.

Usage: zones.py DIRECTORY
Lines: `A count` is how many zones there are; `Z name...` begins zones that share one file; `O second offset abbreviation` is what its clocks do at a second
of Unix time; `L wall first second` gives the instants of a wall time with fold 0 and 1, both as seconds of Unix time.
"""
import os
import sys
import zoneinfo
from datetime import datetime, timedelta, timezone

EPOCH = datetime(1970, 1, 1)
FIRST = int((datetime(1950, 1, 1) - EPOCH).total_seconds())
# What lies beyond the files' last listed changes follows from their footers.
LAST = int((datetime(2100, 1, 1) - EPOCH).total_seconds())
# Shorter than Ramadan, for which Morocco changes its clocks.
STEP = 28 * 86400


def offset(zone, second):
    moment = (EPOCH + timedelta(seconds=second)).replace(tzinfo=timezone.utc).astimezone(zone)
    return (int(moment.utcoffset().total_seconds()), moment.tzname())


def changes(zone):
    before = offset(zone, FIRST)
    for start in range(FIRST, LAST, STEP):
        after = offset(zone, start + STEP)
        if after == before:
            continue
        low, high = start, start + STEP
        while high - low > 1:
            middle = (low + high) // 2
            if offset(zone, middle) == before:
                low = middle
            else:
                high = middle
        yield high, before, offset(zone, high)
        before = after


def instant(zone, wall, fold):
    local = (EPOCH + timedelta(seconds=wall)).replace(tzinfo=zone, fold=fold)
    return wall - int(local.utcoffset().total_seconds())


def main(directory):
    zoneinfo.reset_tzpath([directory])
    files = {}
    names = sorted(zoneinfo.available_timezones() - {"localtime"})
    for name in names:
        with open(os.path.join(directory, name), "rb") as file:
            files.setdefault(file.read(), []).append(name)
    lines = ["A %d" % len(names)]
    for names in files.values():
        zone = zoneinfo.ZoneInfo(names[0])
        lines.append("Z " + " ".join(names))
        for second, before, after in changes(zone):
            for moment in (second - 1, second):
                lines.append("O %d %d %s" % (moment, *offset(zone, moment)))
            wall_before, wall_after = second + before[0], second + after[0]
            middle = (wall_before + wall_after) // 2
            for wall in {wall_before - 1, wall_before, middle, wall_after}:
                lines.append("L %d %d %d" % (wall, instant(zone, wall, 0), instant(zone, wall, 1)))
    print("\n".join(lines))


main(sys.argv[1])
