# Two people on one machine, for tests that install a relay: they pair, and ring each other. To be sourced.
#
#   REVEILLE  the program        PEOPLE  a folder for what their devices keep and say
: "${REVEILLE:=reveille}"

die() {
    echo "✗ $*" >&2
    exit 1
}
held() { echo "✓ $*"; }

# Waits until a command succeeds, 20 s at most.
until_true() {
    for _ in $(seq 200); do
        if "$@" >/dev/null 2>&1; then return; fi
        sleep 0.1
    done
    return 1
}

person() {
    env -u REVEILLE_CONFIG HOME="$PEOPLE" XDG_DATA_HOME="$PEOPLE/data" "$REVEILLE" "$@"
}

# Pairs Ana with Ben at the relay `$1`, where `$2` lets Ana's device register.
pair_couple() {
    mkdir -p "$PEOPLE"
    rm -f "$PEOPLE"/{typed,ana,ben}
    mkfifo "$PEOPLE/typed"
    : >"$PEOPLE/ana"
    person pair new --profile ana --name Ana --relay "$1" --enroll "$2" <>"$PEOPLE/typed" >"$PEOPLE/ana" 2>&1 &
    local ana=$!
    until_true grep -q '^Code:' "$PEOPLE/ana" || { cat "$PEOPLE/ana"; die "no code was shown"; }
    person join "$(sed -n 's/^Link: //p' "$PEOPLE/ana")" --profile ben --name Ben --yes >"$PEOPLE/ben" 2>&1 &
    local ben=$!
    until_true grep -q '^Digits:' "$PEOPLE/ben" || { cat "$PEOPLE/ben"; die "no digits were shown"; }
    until_true grep -q 'Type the six digits' "$PEOPLE/ana" || { cat "$PEOPLE/ana"; die "no digits were asked for"; }
    sed -n 's/^Digits: //p' "$PEOPLE/ben" >"$PEOPLE/typed"
    wait "$ana" "$ben" || { cat "$PEOPLE/ana" "$PEOPLE/ben"; die "they did not pair"; }
    grep -q 'Paired with Ben' "$PEOPLE/ana" || die "Ana does not know of Ben"
}

# Begins to listen as Ben, who answers the first alarm; ben_has_answered waits for it.
ben_listens() {
    timeout 120 "$(type -P env)" -u REVEILLE_CONFIG HOME="$PEOPLE" XDG_DATA_HOME="$PEOPLE/data" \
        "$REVEILLE" listen --profile ben --no-sound --once --answer got-it --reply "I am up" >"$PEOPLE/rings" 2>&1 &
    ben_listening=$!
}

ben_has_answered() {
    wait "$ben_listening" || { cat "$PEOPLE/rings"; die "Ben was not rung"; }
    grep -q "$1" "$PEOPLE/rings" || { cat "$PEOPLE/rings"; die "Ben did not read: $1"; }
}

ana_sets() {
    person alarm send --profile ana --in "$1" "$2" >/dev/null || die "no alarm could be set"
}
