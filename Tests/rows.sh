#!/usr/bin/env bash
# Runs tests that start processes and wait for disks in rows abreast, one test after another in each. Tells of each row how it
# ended, and last what failed. What a row printed is in .build/row-N-log.
#
#   Tests/rows.sh FILTER... -- COMMAND...      the command that runs tests, to which each row's filter is added
set -uo pipefail
filters=()
while [ "$1" != -- ]; do filters+=("$1"); shift; done
shift

rows=()
trap 'kill "${rows[@]}" 2>/dev/null' EXIT
for filter in "${filters[@]}"; do
    log=.build/row-${#rows[@]}-log
    rm -f "$log"
    # A shell lets what it begins in the background ignore SIGINT, by which tests end the commands that they begin.
    env --default-signal=INT,QUIT "$@" --filter "$filter" >"$log" 2>&1 &
    rows+=($!)
    # SwiftPM's instances would find each other's build database locked.
    until grep -aqs 'Test run started' "$log" || ! kill -0 "${rows[-1]}" 2>/dev/null; do sleep 1; done
done

failed=()
for row in "${!rows[@]}"; do
    wait "${rows[$row]}" || failed+=("$row")
    echo "${filters[$row]}: $(tail -n 1 ".build/row-$row-log")"
done
for row in ${failed[@]+"${failed[@]}"}; do
    echo
    tail -n 20 ".build/row-$row-log"
    "$(dirname "$0")/failures.py" ".build/row-$row-log"
done
[ ${#failed[@]} -eq 0 ]
