#!/usr/bin/env bash
# Installs the Debian package in a clean system, starts it there under its own systemd, upgrades, removes and purges it.
#
#   Tests/Packaging/deb.sh PROGRAM      a program built for release; one that loads the Swift runtime is lent it
#
# The upgrade is one from BEFORE, a program of the release before, with its data; unless told, from this program as an earlier
# version.
#
# Has to be run by root, with debootstrap, dpkg-dev and systemd-container. The clean system comes from Debian's mirror once
# (SUITE, bookworm unless told), and is kept in .build/test-packaging.
set -euo pipefail
program=$(realpath "$1")
before=$(realpath "${BEFORE:-$1}")
here=$(realpath "$(dirname "$0")")
project=$here/../..
. "$here/couple.sh"
. "$here/machine.sh"
enter_namespaces "$@"

pack() { "$project/packaging/package.py" deb "$1" --trial "${@:2}"; }

# Twice, by people who differ in what they can: folder, umask, time zone, language.
first=$(pack "$before" --version 0.0.1 --output "$work/first")
second=$(cd / && umask 077 && TZ=Pacific/Chatham LC_ALL=C.UTF-8 pack "$before" --version 0.0.1 --output "$work/second")
cmp "$first" "$second" || die "the package is another one each time"
held "the package is the same byte for byte"
pack "$program" --version 0.0.2 --output "$work/first" >/dev/null

lay_out_machine "$work/first"
inside apt-get install -y -qq --no-install-recommends "/packages/$(basename "$first")" >"$work/log" 2>&1 \
    || { cat "$work/log"; die "the package cannot be installed"; }
inside ldd /usr/bin/reveille | grep 'not found' && die "libraries are missing: Depends is not complete"
inside dpkg --verify reveille | grep -v ' c ' | grep . && die "what is installed is not what was packed"
[ "$(inside stat -c '%U:%G %a' /etc/reveille/config.yaml)" = "root:reveille 640" ] || die "others can read the configuration"
[ "$(inside stat -c '%U:%G %a' /var/lib/reveille)" = "reveille:reveille 700" ] || die "others can read the data"
inside reveillectl config --json >/dev/null || die "the relay refuses the configuration that is installed"
inside test -L /etc/systemd/system/multi-user.target.wants/reveille.service || die "the relay would not start with the system"
held "it installs in a clean $suite, with all that it needs"
boot_machine installed.sh
