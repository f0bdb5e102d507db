#!/usr/bin/env bash
# Follows docs/self-hosting.md in a clean system, from an empty machine to an alarm that rings through Caddy with TLS: every
# command of the sections "Install" and "Let the first two in" is run as it stands there, in less than five minutes. Then those of
# "Back up" and "Move to another machine": what was pending rings.
#
#   Tests/Packaging/page.sh PROGRAM
#
# Needs what deb.sh needs.
set -euo pipefail
program=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
project=$here/../..
. "$here/couple.sh"
. "$here/machine.sh"
enter_namespaces "$@"

"$project/packaging/package.py" deb "$program" --trial --output "$work/packages" >/dev/null
# The commands of the sections, one block after the other.
awk '/^## / { wanted = /^## (Install|Let the first two in)$/ }
     /^```/ { if (taking) print ""; taking = wanted && $0 == "```sh"; next }
     taking' "$project/docs/self-hosting.md" >"$work/packages/page.sh"
[ "$(grep -c '^sudo ' "$work/packages/page.sh")" -ge 6 ] || die "the page has no commands"

# Those of the next sections one by one: the keyring's copy, the daily script, the restoration; what the old machine does, and the
# new one.
blocks() {
    awk -v heading="## $1" -v file="$work/packages/$2-" '/^## / { wanted = $0 == heading }
         /^```/ { taking = wanted && $0 == "```sh"; blocks += taking; next }
         taking { print >(file blocks ".sh") }' "$project/docs/self-hosting.md"
}
blocks "Back up" backup
blocks "Move to another machine" move
says() { grep -q "$2" "$work/packages/$1.sh" || die "the page's block $1 has no $2"; }
says backup-1 "cp "
says backup-2 "backup "
says backup-3 "restore "
says move-1 "backup "
says move-2 "restore "

lay_out_machine "$work/packages"
# The running system has no network: what the page installs is fetched before.
inside apt-get install -y -qq --no-install-recommends sudo >"$work/log" 2>&1 || { cat "$work/log"; die "there is no sudo"; }
inside sh -c 'apt-get install -y -qq --download-only /packages/reveille_*.deb caddy' >"$work/log" 2>&1 \
    || { cat "$work/log"; die "the packages cannot be fetched"; }
boot_machine followed.sh
