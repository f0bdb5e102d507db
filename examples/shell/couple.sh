#!/usr/bin/env bash
# Two devices in a shell: Ana invites, Ben joins, Ana rings Ben, Ben rings Ana. It shows what a script does with the
# lines that `--json` writes, and needs nothing but the command `reveille`.
#
#   reveille serve &
#   ./couple.sh                      # or: REVEILLE_RELAY=https://relay.example.org ENROLL=CODE ./couple.sh
#
# The devices are the profiles `ana` and `ben` of this machine. ENROLL is a code of `reveille enroll`; on the relay's
# own machine none is needed. REVEILLE names the command.
set -euo pipefail
reveille=${REVEILLE:-reveille}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The text of a member of a line of JSON: enough for codes, digits and states, which need no escapes.
member() { sed -n 's/.*"'"$1"'":"\([^"]*\)".*/\1/p'; }

# Waits for a line that matches, 30 s at most.
line() {
    for _ in $(seq 300); do
        if grep -m 1 "$1" "$2" 2>/dev/null; then return; fi
        sleep 0.1
    done
    echo "nothing like $1 came:" >&2
    cat "$2" >&2
    return 1
}

# Ana shows a code. What is written into the pipe is what somebody would type.
mkfifo "$folder/typed"
"$reveille" pair new --json --profile ana --name Ana ${ENROLL:+--enroll "$ENROLL"} <>"$folder/typed" >"$folder/ana" &
ana=$!
code=$(line '"state":"open"' "$folder/ana" | member code)
echo "Ana's code: $code"

# Ben enters it, and shows six digits, which Ana types: that proves that it is Ben who has the code.
"$reveille" join "$code" --profile ben --name Ben --yes ${REVEILLE_RELAY:+--relay "$REVEILLE_RELAY"} >"$folder/ben" &
ben=$!
digits=$(line '^Digits:' "$folder/ben" | sed 's/^Digits: //')
line '"state":"answered"' "$folder/ana" >/dev/null
echo "Ben's digits: $digits"
echo "$digits" >"$folder/typed"
wait "$ana" "$ben"
line '"state":"paired"' "$folder/ana" | member pairId | sed 's/^/They are a pair: /'

# Each rings the other; whoever is rung answers at once, and whoever rang hears of it.
ring() {
    "$reveille" listen --profile "$2" --no-sound --once --answer got-it --reply "$4" >"$folder/rings" &
    local listening=$!
    line '^Listening' "$folder/rings" >/dev/null
    local alarm
    alarm=$("$reveille" alarm send --json --profile "$1" --in 2s "$3" | member id)
    wait "$listening"
    cat "$folder/rings"
    "$reveille" listen --profile "$1" --no-sound --once
    "$reveille" alarm show --json --profile "$1" "$alarm" | member state | sed "s/^/$1's alarm is /"
}
ring ana ben "Good morning" "I am up"
ring ben ana "Good morning to you" "So am I"
