#!/usr/bin/env bash
# Puts the sample configurations of Caddy and nginx in front of a relay, with a certificate of an authority made here, and
# has a couple pair, subscribe and ring each other through them.
#
#   Tests/Packaging/proxies.sh PROGRAM [caddy|nginx]
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
