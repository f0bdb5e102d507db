#!/usr/bin/env bash
# Puts the sample configurations of Caddy and nginx in front of a relay, with a certificate of an authority made here, and
# has a couple pair, subscribe and ring each other through them.
#
#   Tests/Packaging/proxies.sh PROGRAM [caddy|nginx]
#
# Where Chromium and what drives it are installed (`make test-web`), a browser is rung as well.
#
# Needs root or the right to make namespaces, caddy and nginx (which need not be started: see `make test-packaging`), curl,
# openssl and iproute2. Everything runs in a network of its own, in which alarm.example.org is this machine.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
samples=$here/../../examples/deployment
if [ -z "${IN_NAMESPACES:-}" ]; then
    exec env IN_NAMESPACES=1 unshare --map-root-user --mount --net --pid --fork --kill-child --mount-proc "$0" "$@"
fi
REVEILLE=$(realpath "$1")
. "$here/couple.sh"
name=alarm.example.org
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ip link set lo up

# An authority, which everything in here trusts in the place of the world's.
authority() {
    local key=(-newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc)
    openssl req -x509 "${key[@]}" -days 1 -subj "/CN=Trial authority" -keyout "$work/ca.key" -out "$work/ca.pem"
    openssl req "${key[@]}" -subj "/CN=$name" -keyout "$work/privkey.pem" -out "$work/request.pem"
    openssl x509 -req -in "$work/request.pem" -CA "$work/ca.pem" -CAkey "$work/ca.key" -CAcreateserial -days 1 \
        -extfile <(echo "subjectAltName=DNS:$name") -out "$work/fullchain.pem"
}
authority 2>"$work/openssl" || { cat "$work/openssl"; die "no certificate could be made"; }
mkdir "$work/trusted"
cp "$work/ca.pem" "$work/trusted/"
openssl rehash "$work/trusted"
cp "$work/ca.pem" "$work/trusted/ca-certificates.crt"
mount --bind "$work/trusted" /etc/ssl/certs
printf '127.0.0.1 localhost %s\n' "$name" >"$work/hosts"
mount --bind "$work/hosts" /etc/hosts

# What drives a browser, where it is installed.
browsing=$here/../../.build/test-web/bin/python
[ -x "$browsing" ] && [ -x /usr/bin/chromium ] || { browsing= && echo "No browser is tried: see make test-web."; }

start_caddy() {
    # The sample, with the certificate made here in the place of one that Caddy gets from the world.
    { printf '{\n\tadmin off\n}\n'
      sed "s|^{\$REVEILLE_NAME.*{\$|&\n\ttls $work/fullchain.pem $work/privkey.pem|" "$samples/Caddyfile"; } >"$work/Caddyfile"
    HOME=$work XDG_DATA_HOME=$work XDG_CONFIG_HOME=$work caddy run --config "$work/Caddyfile" --adapter caddyfile \
        >"$work/proxy.log" 2>&1 &
}

start_nginx() {
    mkdir -p "$work/nginx/logs"
    sed "s|/etc/letsencrypt/live/$name|$work|" "$samples/nginx-site.conf" >"$work/site.conf"
    cat >"$work/nginx.conf" <<CONF
user root;
pid $work/nginx.pid;
daemon off;
events {}
http {
    access_log $work/access.log;
    client_body_temp_path $work/nginx/body;
    proxy_temp_path $work/nginx/proxy;
    fastcgi_temp_path $work/nginx/fastcgi;
    uwsgi_temp_path $work/nginx/uwsgi;
    scgi_temp_path $work/nginx/scgi;
    include $work/site.conf;
}
CONF
    nginx -p "$work/nginx" -e "$work/proxy.log" -c "$work/nginx.conf" &
}

is_up() { curl -fs "https://$name/readyz"; }

try() {
    local proxy=$1 own=$work/$1
    mkdir "$own"
    PEOPLE=$own/people
    "start_$proxy"
    local started=$!
    env -i PATH="$PATH" HOME="$own" REVEILLE_DATA="$own/data" REVEILLE_ORIGIN="https://$name" \
        "$REVEILLE" serve >"$own/relay.log" 2>&1 &
    local relay=$!
    until_true is_up || { cat "$work/proxy.log" "$own/relay.log"; die "$proxy does not lead to the relay"; }
    local code
    code=$(env -i PATH="$PATH" HOME="$own" REVEILLE_DATA="$own/data" REVEILLE_ORIGIN="https://$name" "$REVEILLE" enroll --quiet)

    pair_couple "https://$name" "$code"
    ben_listens
    until_true grep -q Listening "$PEOPLE/rings" || die "Ben does not listen"
    # A buffered stream would hold back what is set while Ben already listens.
    ana_sets 2s "Through $proxy"
    ben_has_answered "Through $proxy"
    grep -q 'route=/v1/events status=200' "$own/relay.log" || die "$proxy: the event stream does not come through"
    held "$proxy: a couple pairs by TLS, and an alarm rings through the event stream"

    curl -fs "https://$name/v1/webpush/key" | grep -q publicKey || die "$proxy: a browser gets no key to subscribe with"
    code=$(env -i PATH="$PATH" HOME="$own" REVEILLE_DATA="$own/data" REVEILLE_ORIGIN="https://$name" "$REVEILLE" enroll --quiet)
    [ "$(subscribe "$code")" = 201 ] || die "$proxy: a browser cannot register its subscription"
    held "$proxy: a browser gets the key for subscribing, and registers its subscription"
    if [ -n "$browsing" ]; then
        code=$(env -i PATH="$PATH" HOME="$own" REVEILLE_DATA="$own/data" REVEILLE_ORIGIN="https://$name" "$REVEILLE" enroll --quiet)
        HOME=$own REVEILLE=$REVEILLE "$browsing" -B "$here/browser.py" "https://$name" "$code" "$own/carl" "$work/fullchain.pem" \
            || die "$proxy: no browser rings"
        held "$proxy: a browser comes in by TLS, pairs, rings and answers"
    fi
    curl -fsI "https://$name/" >"$own/head"
    grep -qi '^strict-transport-security: max-age=31536000' "$own/head" || die "$proxy: browsers are not told to stay with TLS"
    grep -qi '^content-security-policy: ' "$own/head" || die "$proxy: the app's policy is lost"
    grep -q '^HTTP/2 200' "$own/head" || die "$proxy: no HTTP/2"
    curl -sI "http://$name/tonight" | grep -qi "^location: https://$name/tonight" || die "$proxy: plain HTTP is not sent over"
    held "$proxy: the app comes by HTTP/2, with its policy and Strict-Transport-Security"

    # Registrations are counted by address: ten a minute, whatever the client says of itself. 127.0.0.2 is another one.
    local stranger
    for stranger in $(seq 11); do
        register 127.0.0.1 -H "X-Forwarded-For: 192.0.2.$stranger" >"$own/status"
    done
    [ "$(cat "$own/status")" = 429 ] || die "$proxy: a stranger's X-Forwarded-For is believed"
    [ "$(register 127.0.0.2)" != 429 ] || die "$proxy: everybody counts as one address"
    held "$proxy: the relay learns clients' addresses, and believes nobody's word for one"

    examine "$own" >"$own/findings" || true
    local subject
    for subject in relay origin proxy webpush; do
        found "$own" "$subject" ok || { cat "$own/findings"; die "$proxy: the doctor does not find the $subject well"; }
    done
    found "$own" gateway skipped || die "$proxy: the doctor speaks of a push gateway that is not configured"
    held "$proxy: the doctor finds the relay behind its address, and its headers"

    local page
    for page in calendar.ics check-in contact/confirm; do
        [ "$(curl -s -o /dev/null -w '%{http_code}' "https://$name/$page?t=canary")" = 404 ] || die "$proxy: no $page"
    done
    ! grep -qs canary "$work/access.log" "$work/proxy.log" || die "$proxy: the secret of a link is in its log"
    held "$proxy: the secret of a link is in no log"
    kill "$relay" "$started"
    wait "$relay" || die "the relay did not end well"
    wait "$started" || true
}

# What the doctor finds, with the relay's own settings and any more: variables.
examine() {
    env -i PATH="$PATH" HOME="$1" REVEILLE_DATA="$1/data" REVEILLE_ORIGIN="https://$name" "${@:2}" "$REVEILLE" doctor --json
}
# Whether it has found a thing to be so.
found() {
    python3 - "$1/findings" "${@:2}" <<'PYTHON'
import json, sys
file, subject, status = sys.argv[1:]
with open(file) as text:
    sys.exit({one["subject"]: one["status"] for one in json.load(text)}.get(subject) != status)
PYTHON
}

base64url() { base64 -w0 | tr '+/' '-_' | tr -d '='; }

# Registers a browser with a subscription at a push service that is nowhere, and prints the status.
subscribe() {
    local key point secret
    key=$(head -c 32 /dev/urandom | base64url) secret=$(head -c 16 /dev/urandom | base64url)
    point=$(openssl ecparam -name prime256v1 -genkey -noout | openssl ec -pubout -outform DER 2>/dev/null | tail -c 65 | base64url)
    curl -s -o /dev/null -w '%{http_code}' -H 'Content-Type: application/json' -d @- "https://$name/v1/devices" <<JSON
{"deviceKey": "$key", "platform": "webpush", "ticket": {"kind": "enrolment", "code": "$1"},
 "webpush": {"endpoint": "https://push.example.org/one", "p256dh": "$point", "auth": "$secret"}}
JSON
}

register() {
    local from=$1
    shift
    local post=(-X POST -H 'Content-Type: application/json' -d '{}')
    curl -s -o /dev/null -w '%{http_code}' --interface "$from" "${post[@]}" "$@" "https://$name/v1/devices"
}

for proxy in ${2:-caddy nginx}; do try "$proxy"; done

# What is wrong is found, too: here of nginx, whose site is changed.
misled() {
    local own=$work/misled
    mkdir "$own"
    sed -e 's|^    proxy_buffering off;|&\n    proxy_hide_header Content-Security-Policy;|' "$samples/nginx-site.conf" >"$own/nginx-site.conf"
    cmp -s "$samples/nginx-site.conf" "$own/nginx-site.conf" && die "the site has another form than this test expects"
    samples=$own start_nginx
    local proxy=$! data=$own/data
    env -i PATH="$PATH" HOME="$own" REVEILLE_DATA="$data" REVEILLE_ORIGIN="https://$name" "$REVEILLE" serve >"$own/relay.log" 2>&1 &
    local relay=$!
    until_true is_up || { cat "$own/relay.log"; die "nginx does not lead to the relay"; }
    ! examine "$own" >"$own/findings" || true
    found "$own" proxy warning || { cat "$own/findings"; die "the doctor does not see that a header is lost"; }
    grep -q 'takes away content-security-policy' "$own/findings" || die "the doctor does not name the header that is lost"
    # Another relay's keyring: the address leads to somebody else's.
    mkdir "$own/other"
    env -i PATH="$PATH" HOME="$own" REVEILLE_DATA="$own/other" REVEILLE_LISTEN=127.0.0.1:8081 "$REVEILLE" serve >"$own/other.log" 2>&1 &
    local other=$!
    until_true curl -fs http://127.0.0.1:8081/readyz || die "the other relay does not start"
    ! examine "$own" REVEILLE_DATA="$own/other" >"$own/findings" || die "the doctor takes another relay for its own"
    found "$own" origin failure || { cat "$own/findings"; die "the doctor takes another relay for its own"; }
    kill "$relay" "$other"
    wait "$relay" && wait "$other" || { cat "$own/relay.log" "$own/other.log"; die "a relay did not end well"; }
    # Nobody behind the proxy, and then no proxy.
    ! examine "$own" >"$own/findings" || die "the doctor finds a relay that has ended"
    found "$own" origin failure && grep -q 'answers with HTTP 502' "$own/findings" || { cat "$own/findings"; die "a proxy without a relay is found well"; }
    kill "$proxy"
    wait "$proxy" || true
    ! examine "$own" >"$own/findings" || die "the doctor finds a relay that has ended"
    found "$own" origin failure && grep -q 'does not answer this machine' "$own/findings" || { cat "$own/findings"; die "no proxy is found well"; }
    held "the doctor says which header a proxy takes away, and that an address leads to another relay, or to none"
}
[ -n "${2:-}" ] || misled
