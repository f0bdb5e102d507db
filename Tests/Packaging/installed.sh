#!/usr/bin/env bash
# Runs as a unit of the system that deb.sh has installed the package in, and shows that the relay works there.
set -euo pipefail
here=$(dirname "$0")
REVEILLE=/usr/bin/reveille PEOPLE=/root/people
. "$here/couple.sh"
origin=http://127.0.0.1:8080

is_ready() {
    exec 3<>/dev/tcp/127.0.0.1/8080 || return 1
    printf 'GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' >&3
    grep -q '^HTTP/1.1 200' <&3
}
comes_up() {
    until_true is_ready || { journalctl --no-pager -u reveille -n 30; die "the relay is not ready $1"; }
}
journal_has() { [[ $(journalctl --no-pager -u reveille) == *"$1"* ]]; }
knows_the_couple() { person pair list --profile ana | grep -q Ben || die "the pair is lost $1"; }

comes_up "after the system has started"
[ "$(stat -c %U "/proc/$(systemctl show -P MainPID reveille)")" = reveille ] || die "it does not run as its user"
exposure=$(systemd-analyze security --no-pager reveille | sed -n 's/.*exposure level for reveille.service: \([0-9.]*\).*/\1/p')
awk -v exposure="$exposure" 'BEGIN { exit !(exposure != "" && exposure <= 2.0) }' || die "its exposure is ${exposure:-unknown}"
held "systemd starts it, shut in (exposure $exposure)"

pair_couple "$origin" "$(reveillectl enroll --quiet)"
ben_listens
ana_sets 2s "Good morning"
ben_has_answered "Good morning"
held "an enrolment code lets a couple in, and an alarm rings"

if [ "$(systemctl show -P Type reveille)" = notify ]; then
    systemctl restart reveille
    is_ready || die "systemd calls it started before it is ready"
    cp -p /etc/reveille/config.yaml /root/config.yaml
    echo 'log-level: loud' >>/etc/reveille/config.yaml
    ! systemctl restart reveille 2>/dev/null || die "systemd calls it started although it ended at once"
    cp -p /root/config.yaml /etc/reveille/config.yaml
    systemctl restart reveille
    held "started means ready, and a relay that refuses its configuration has not started"

    running=$(systemctl show -P MainPID reveille)
    echo 'log-level: loud' >>/etc/reveille/config.yaml
    systemctl reload reveille || die "it cannot be told to read its settings again"
    until_true journal_has 'the configuration cannot be used, and what was in force stays' ||
        die "a reload says nothing of a bad configuration"
    cp -p /root/config.yaml /etc/reveille/config.yaml
    echo 'log-level: debug' >>/etc/reveille/config.yaml
    systemctl reload reveille
    until_true journal_has 'changed=log-level from info to debug' || die "a reload does not change the log's level"
    cp -p /root/config.yaml /etc/reveille/config.yaml
    systemctl reload reveille
    [ "$(systemctl show -P MainPID reveille)" = "$running" ] || die "a reload restarts it"
    is_ready || die "it is not ready after a reload"
    held "a reload takes new settings without a restart, and keeps the old ones where the new are bad"

    mkdir -p /run/systemd/system/reveille.service.d
    printf '[Service]\nWatchdogSec=4s\n' >/run/systemd/system/reveille.service.d/watchdog.conf
    systemctl daemon-reload
    systemctl restart reveille
    frozen=$(systemctl show -P MainPID reveille)
    kill -STOP "$frozen"
    until_true eval '! kill -0 '"$frozen" || die "a relay that stands still is not restarted"
    comes_up "after it stood still"
    rm -r /run/systemd/system/reveille.service.d
    systemctl daemon-reload
    systemctl restart reveille
    held "a relay that stands still is restarted"
fi

printf 'secret\n' >/etc/reveille/secrets/smtp
chmod 600 /etc/reveille/secrets/smtp
cat >>/etc/reveille/config.yaml <<'YAML'
smtp-server: mail.example.org:587
smtp-user: alarm
smtp-from: alarm@example.org
smtp-password-file: /run/credentials/reveille.service/secrets_smtp
YAML
systemctl restart reveille
comes_up "with a credential"
reveillectl config | grep -q '^REVEILLE_SMTP_SERVER = mail.example.org:587' || die "reveillectl reads another configuration"
held "a password reaches it as a credential, and reveillectl too"

kill -KILL "$(systemctl show -P MainPID reveille)"
comes_up "after it was killed"
held "killed, it is started again"

ben_listens
ana_sets 8s "After the upgrade"
before=$(systemctl show -P MainPID reveille)
dpkg -i /packages/reveille_0.0.2_*.deb >/dev/null 2>&1 || die "the upgrade failed"
comes_up "after the upgrade"
[ "$before" != "$(systemctl show -P MainPID reveille)" ] || die "the old relay still runs"
grep -q '^smtp-user: alarm' /etc/reveille/config.yaml || die "the upgrade lost the configuration"
[ "$(stat -c '%U:%G %a' /etc/reveille/config.yaml)" = "root:reveille 640" ] || die "the upgrade opened the configuration"
ben_has_answered "After the upgrade"
held "an alarm set before an upgrade rings after it"

dpkg --remove reveille >/dev/null 2>&1 || die "it cannot be removed"
! is_ready 2>/dev/null || die "removed, it still runs"
[ -s /var/lib/reveille/reveille.db ] && [ -s /var/lib/reveille/keyring ] || die "its removal took the data"
dpkg -i /packages/reveille_0.0.2_*.deb >/dev/null 2>&1
comes_up "after it was installed again"
knows_the_couple "after a removal"
held "its removal keeps data and configuration"

dpkg --purge reveille >/root/purge 2>&1 || die "it cannot be purged"
[ ! -e /etc/reveille/config.yaml ] || die "a purge leaves the configuration"
[ -s /var/lib/reveille/keyring ] || die "a purge took the data without being told to"
grep -q 'sudo rm -r /var/lib/reveille' /root/purge || die "a purge does not say what it leaves"
[ -s /etc/reveille/secrets/smtp ] || die "a purge took the secrets without being told to"
dpkg -i /packages/reveille_0.0.2_*.deb >/dev/null 2>&1
comes_up "with the data of before a purge"
knows_the_couple "after a purge"
REVEILLE_PURGE=data dpkg --purge reveille >/dev/null 2>&1 || die "it cannot be purged with its data"
[ ! -e /var/lib/reveille ] && [ ! -e /etc/reveille ] || die "a purge that was told to leaves data"
held "a purge deletes the data only when it is told to"
