#!/usr/bin/env bash
# Runs as a unit of the system of page.sh: runs the page's commands, and then has a couple use what came of them.
set -euo pipefail
here=$(dirname "$0")
REVEILLE=/usr/bin/reveille PEOPLE=/root/people
. "$here/couple.sh"
name=alarm.example.org
echo "127.0.0.1 localhost $name $(hostname)" >/etc/hosts

# A machine that nobody else reaches gets no certificate from the world: Caddy makes one, by an authority of its own.
certify_locally() {
    printf '{\n\tlocal_certs\n\tskip_install_trust\n}\n\n' | cat - /etc/caddy/Caddyfile >/root/Caddyfile
    cp /root/Caddyfile /etc/caddy/Caddyfile
}
# What is asked on a terminal is answered with yes. The findings of `doctor` are about the world outside, which is not there.
sudo() {
    case "$*" in
        "apt-get install "*) command sudo DEBIAN_FRONTEND=noninteractive apt-get install --yes "${@:3}" >/dev/null ;;
        "systemctl reload caddy") certify_locally && command sudo "$@" ;;
        "reveillectl doctor") command sudo "$@" >/root/doctor 2>&1 || true ;;
        *) command sudo "$@" ;;
    esac
}
cd /packages
began=$(date +%s)
set +e
(
    set -e
    . /packages/page.sh
) >/root/page.log 2>&1
status=$?
set -e
[ "$status" = 0 ] || { cat /root/page.log; die "the page leads nowhere"; }

link=$(sed -n 's|^Or in a browser, on any phone: \(https://.*\)$|\1|p' /root/page.log)
[[ $link == "https://$name/e#"* ]] || { cat /root/page.log; die "no link into the app"; }
authority=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
until_true test -s "$authority" || die "Caddy made no certificate"
cp "$authority" /usr/local/share/ca-certificates/caddy.crt
update-ca-certificates >/dev/null 2>&1
pair_couple "https://$name" "${link#*#}"
ben_listens
ana_sets 2s "As the page says"
ben_has_answered "As the page says"
elapsed=$(($(date +%s) - began))
[ "$elapsed" -lt 300 ] || die "following the page took $elapsed s"
held "whoever follows the page has a couple ring each other by TLS, $elapsed s after the first command"

# Runs commands of the page in the order in which they stand there.
follow() {
    set +e
    (
        set -e
        . "$1"
    ) >/root/page.log 2>&1
    status=$?
    set -e
    [ "$status" = 0 ] || { cat /root/page.log; die "$2"; }
}
# Folders stand in for the disks that the page names.
mkdir -p /media/safe /media/backups
ana_sets 30s "From the backup"
follow /packages/backup-1.sh "the keyring cannot be copied as the page says"
sh /packages/backup-2.sh >/root/page.log 2>&1 || { cat /root/page.log; die "the page's daily backup fails"; }
systemctl stop reveille
find /var/lib/reveille -mindepth 1 -delete
sed "s/reveille-Mon/reveille-$(date +%a)/" /packages/backup-3.sh >/root/restore.sh
follow /root/restore.sh "the page's restoration fails"
ben_listens
ben_has_answered "From the backup"
held "backed up, deleted and restored as the page says, a pending alarm rings"

ana_sets 30s "From the old machine"
follow /packages/move-1.sh "the old machine's part fails"
cp -p /var/lib/reveille/moving /var/lib/reveille/keyring /root
cp -rp /etc/reveille /root/reveille
# The new machine is this one once it knows nothing of a relay any more.
REVEILLE_PURGE=data dpkg --purge reveille >/root/page.log 2>&1 || { cat /root/page.log; die "it cannot be purged"; }
[ ! -e /var/lib/reveille ] && [ ! -e /etc/reveille ] || die "a purge leaves data"
follow /packages/move-2.sh "the new machine's part fails"
ben_listens
ben_has_answered "From the old machine"
held "moved as the page says, a pending alarm rings on the new machine"
