#!/usr/bin/env bash
# Tries what docs/scaling.md says of a primary, its standby and the backups, with the files of examples/deployment/cluster and two
# servers of Debian's postgresql-15 in a temporary folder. No relay runs: statements of psql stand for what one writes.
#
#   Tests/Packaging/standby.sh
#
# Needs postgresql-15, openssl and, as root, setpriv: the servers refuse to run as root.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
samples=$(realpath "$here/../../examples/deployment/cluster")
. "$here/couple.sh"
[ -n "${STANDBY_TRIAL:-}" ] || {
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    cp -r "$here" "$samples" "$work/"
    chmod -R a+rX "$work"
    owner=()
    if [ "$(id -u)" = 0 ]; then
        chown nobody:nogroup "$work"
        owner=(setpriv --reuid=nobody --regid=nogroup --clear-groups --)
    fi
    (cd "$work" && STANDBY_TRIAL=$work HOME=$work "${owner[@]}" bash "$here/standby.sh")
    exit
}
work=$STANDBY_TRIAL
samples=$work/cluster
PATH=/usr/lib/postgresql/15/bin:$PATH
export PGPASSFILE=$work/pgpass PGSSLROOTCERT=$work/database.crt
# Ports that nothing listens on.
free_ports() { python3 -c 'import socket
all = [socket.socket() for _ in range(3)]
for one in all: one.bind(("127.0.0.1", 0))
print(*(one.getsockname()[1] for one in all))'; }
read -r db1 db2 spare < <(free_ports)
declare -A port=([db1]=$db1 [db2]=$db2 [new]=$spare)
stop_all() {
    for one in "${!port[@]}"; do pg_ctl -D "$work/$one" -s -m immediate stop 2>/dev/null || true; done
    kill $(jobs -p) 2>/dev/null || true
}
trap stop_all EXIT

start() { pg_ctl -D "$work/$1" -s -w -l "$work/$1.log" start || { tail -n 5 "$work/$1.log"; die "$1 does not start"; }; }
# As the server's owner, through its socket; an open transaction's commit may wait there.
on() { psql -h "$work" -p "${port[$1]}" -U postgres -d "${3:-reveille}" -XAtq -v ON_ERROR_STOP=1 -c "$2"; }
# As a relay reaches the database: whichever server takes writes.
both="host=localhost,localhost port=${port[db1]},${port[db2]} connect_timeout=5 target_session_attrs=read-write sslmode=verify-full"
as_relay() { psql "$both user=reveille dbname=reveille" -XAtq -v ON_ERROR_STOP=1 -c "$1"; }
as_replication="$both user=replication dbname=postgres"

# What the page has an operator do on a machine.
configure() {
    local data=$work/$1
    sed -e "s/^cluster_name = .*/cluster_name = '$1'/" -e "s/^listen_addresses = .*/listen_addresses = 'localhost'/" \
        -e "s|/etc/postgresql/15/main/|$work/$1-|" "$samples/postgresql.conf" >"$data/reveille.conf"
    grep -q "'$1'" "$data/reveille.conf" || die "the configuration has another form than this test expects"
    # What is this trial's own: port and socket, little memory, and no fsync of what is thrown away.
    cat >>"$data/reveille.conf" <<CONF
port = ${port[$1]}
unix_socket_directories = '$work'
shared_buffers = 32MB
fsync = off
CONF
    grep -q reveille.conf "$data/postgresql.conf" || echo "include 'reveille.conf'" >>"$data/postgresql.conf"
    { printf 'local all all trust\nlocal replication all trust\n'
      sed 's|10\.0\.0\.0/24|samehost|' "$samples/pg_hba.conf"; } >"$data/pg_hba.conf"
}
certify() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days 2 -subj "/CN=localhost/O=$1" \
        -addext subjectAltName=DNS:localhost -keyout "$work/$1-server.key" -out "$work/$1-server.crt" 2>/dev/null
    chmod 600 "$work/$1-server.key"
}
is_sync() { [ "$(on "$1" "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'quorum'")" = "$2" ]; }
waits() { [ "$(on "$1" "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")" -ge 1 ]; }
rows() { [ "$(on "$1" "SELECT count(*) FROM trial")" = "$2" ]; }

certify db1
certify db2
cat "$work/db1-server.crt" "$work/db2-server.crt" >"$PGSSLROOTCERT"
printf '*:*:*:reveille:relays\n*:*:*:replication:copies\n' >"$PGPASSFILE"
chmod 600 "$PGPASSFILE"
initdb -D "$work/db1" -U postgres -E UTF8 --locale C.UTF-8 >/dev/null
configure db1
# Without a standby nothing could be committed.
sed -i 's/^synchronous_standby_names/#&/' "$work/db1/reveille.conf"
start db1
on db1 "CREATE ROLE reveille LOGIN PASSWORD 'relays'" postgres
on db1 "CREATE ROLE replication LOGIN REPLICATION PASSWORD 'copies'" postgres
on db1 "CREATE DATABASE reveille OWNER reveille ENCODING 'UTF8' TEMPLATE template0" postgres
as_relay "CREATE SCHEMA reveille; CREATE TABLE reveille.trial (number int); ALTER ROLE reveille SET search_path = reveille"
on db1 "ALTER ROLE postgres SET search_path = reveille"
! PGSSLROOTCERT=$work/db2-server.crt as_relay "SELECT 1" 2>/dev/null || die "any certificate is taken for the server's"
held "a relay reaches the primary by TLS, and takes no other certificate for it"

# The standby, as on the second machine.
copy() {
    pg_basebackup --dbname="host=localhost port=${port[$1]} user=replication sslmode=verify-full" --pgdata="$work/$2" \
        --write-recovery-conf --create-slot --slot="$2" --checkpoint=fast
    configure "$2"
    start "$2"
}
copy db1 db2
sed -i 's/^#synchronous/synchronous/' "$work/db1/reveille.conf"
pg_ctl -D "$work/db1" -s reload
until_true is_sync db1 1 || die "the standby is not synchronous"
as_relay "INSERT INTO trial VALUES (1)"
held "the standby streams, and counts"

pg_ctl -D "$work/db2" -s -m fast stop
as_relay "INSERT INTO trial VALUES (2)" &
waiting=$!
until_true waits db1 || die "a commit does not wait for the standby"
rows db1 1 || die "others see what the standby does not have"
start db2
wait "$waiting"
rows db1 2 || die "the commit is lost"
held "a commit waits while the standby is away, and ends when it is back"

# The backups, by the commands of the units.
mkdir "$work/wal" "$work/base"
command_of() {
    sed -n "s/^$1=//p" "$samples/reveille-wal.service" \
        | sed -e "s|/usr/bin/||" -e "s|/var/lib/reveille-backup|$work|" -e 's|=\${DATABASE}|="$DATABASE"|'
}
export DATABASE=$as_replication
keep_journal() {
    eval "$(command_of ExecStartPre)"
    eval "exec $(command_of ExecStart)" 2>>"$work/keeper.log" &
    keeper=$!
}
keep_journal
# The shell's words of the unit, without systemd's quotes and doublings.
shelled=$(sed -n "/^ExecStart=/,/'\$/p" "$samples/reveille-basebackup.service" | tr -d '\\\n' \
    | sed -e "s/^ExecStart=.bin.sh -c '//" -e "s/'\$//" -e 's/\$\$/$/g' -e 's/%%/%/g' -e "s|/var/lib/reveille-backup|$work|")
sh -c "$shelled"
copy_of_today=$work/base/$(date +%a)
[ -s "$copy_of_today/base.tar.gz" ] || die "there is no copy"
as_relay "INSERT INTO trial VALUES (3)"
held "the units' commands keep the journal, and make a copy"

# The primary is lost.
kill -9 "$(head -n 1 "$work/db1/postmaster.pid")"
# What a machine that starts anew has not got, either.
rm -f "$work/db1/postmaster.pid" "$work/.s.PGSQL.${port[db1]}"*
pg_ctl -D "$work/db2" -s -w promote
[ "$(as_relay 'SELECT count(*) FROM trial')" = 3 ] || die "what was committed is lost"
as_relay "INSERT INTO trial VALUES (4)" &
waiting=$!
until_true waits db2 || die "the new primary has nobody to wait for, and does not wait"
on db2 "ALTER SYSTEM SET synchronous_standby_names = ''"
on db2 "SELECT pg_reload_conf()" >/dev/null
wait "$waiting"
held "the promoted standby has all that was committed, and takes more once it is told to go on alone"

# The former primary comes back and knows nothing.
start db1
psql "host=localhost port=${port[db1]} user=reveille dbname=reveille sslmode=verify-full" -XAtq -c "INSERT INTO trial VALUES (99)" &
lost=$!
until_true waits db1 || die "a former primary takes writes"
pg_ctl -D "$work/db1" -s -m immediate stop
wait "$lost" 2>/dev/null && die "a former primary has answered a commit"
rm -rf "$work/db1"
copy db2 db1
on db2 "ALTER SYSTEM RESET synchronous_standby_names"
on db2 "SELECT pg_reload_conf()" >/dev/null
until_true is_sync db2 1 || die "the former primary does not follow"
as_relay "INSERT INTO trial VALUES (5)"
until_true rows db1 5 || die "the new standby misses something"
held "a former primary that comes back answers no commit, and becomes the standby"

# A restoration, up to the last commit: the copy of before the promotion, and the journal of both primaries.
wait "$keeper" 2>/dev/null && die "the journal's keeper does not say that its server is gone"
keep_journal
at=$(on db2 "SELECT pg_current_wal_lsn()")
kept="SELECT count(*) FROM pg_stat_replication WHERE application_name = 'pg_receivewal' AND flush_lsn >= '$at'"
is_kept() { [ "$(on db2 "$kept")" = 1 ]; }
until_true is_kept || { cat "$work/keeper.log"; die "the journal is not kept after a promotion"; }
mkdir -m 700 "$work/new"
tar -C "$work/new" -xzf "$copy_of_today/base.tar.gz"
tar -C "$work/new/pg_wal" -xzf "$copy_of_today/pg_wal.tar.gz"
configure new
sed -i 's/^synchronous_standby_names/#&/' "$work/new/reveille.conf"
cat >>"$work/new/reveille.conf" <<CONF
ssl = off
restore_command = 'cp $work/wal/%f %p || cp $work/wal/%f.partial %p'
recovery_target_action = promote
CONF
touch "$work/new/recovery.signal"
start new
is_primary() { [ "$(on new 'SELECT pg_is_in_recovery()')" = f ]; }
until_true is_primary || die "the restored server does not come out of recovery"
rows new 5 || die "the restored server misses something"
held "copy and journal give back the last commit"

# The scripts of compose.yaml, without containers.
for one in "${!port[@]}"; do pg_ctl -D "$work/$one" -s -m immediate stop; rm -rf "${work:?}/$one"; done
mkdir "$work/secrets" "$work/db2"
chmod 700 "$work/db2"
echo relays >"$work/secrets/database-password"
echo copies >"$work/secrets/replication-password"
export SECRETS=$work/secrets
initdb -D "$work/db1" -U postgres -E UTF8 --locale C.UTF-8 >/dev/null
listen="-h localhost -k $work"
pg_ctl -D "$work/db1" -s -w -l "$work/db1.log" -o "$listen -p ${port[db1]}" start
PGDATA=$work/db1 PGHOST=$work PGPORT=${port[db1]} bash "$samples/primary.sh" >/dev/null
pg_ctl -D "$work/db1" -s -w -l "$work/db1.log" -o "$listen -p ${port[db1]} -c cluster_name=db1" restart
PGDATA=$work/db2 PRIMARY="host=localhost port=${port[db1]}" START="postgres -D $work/db2 $listen -p ${port[db2]}" \
    bash "$samples/standby.sh" >"$work/db2.log" 2>&1 &
until_true is_sync db1 1 || { cat "$work/db2.log"; die "the standby of compose.yaml does not stream"; }
PGPASSWORD=relays psql "host=localhost port=${port[db1]} user=reveille dbname=reveille" -XAtq -c "CREATE TABLE trial ()"
held "the scripts of compose.yaml make a primary and a synchronous standby"
