#!/usr/bin/env bash
# Installs the Debian package in a clean system, starts it there under its own systemd, upgrades, removes and purges it.
#
#   Tests/Packaging/deb.sh PROGRAM      a program built for release; one that loads the Swift runtime is lent it
#
# Has to be run by root, with debootstrap, dpkg-dev and systemd-container. The clean system comes from Debian's mirror once
# (SUITE, bookworm unless told), and is kept in .build/test-packaging.
set -euo pipefail
program=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
project=$here/../..
suite=${SUITE:-bookworm}
kept=$project/.build/test-packaging
clean=$kept/$suite.tar
. "$here/couple.sh"

# In namespaces of its own, so that everything that runs and is mounted here ends with this script.
if [ -z "${IN_NAMESPACES:-}" ]; then
    exec env IN_NAMESPACES=1 unshare --mount --pid --fork --kill-child --mount-proc "$0" "$@"
fi

mkdir -p "$kept"
if [ ! -e "$clean" ]; then
    debootstrap --variant=minbase --include=ca-certificates,systemd,systemd-sysv "$suite" "$kept/$suite" >"$kept/debootstrap.log" \
        || { tail -n 20 "$kept/debootstrap.log"; die "no clean system could be made"; }
    tar -C "$kept/$suite" -cf "$clean.part" .
    rm -rf "${kept:?}/$suite"
    mv "$clean.part" "$clean"
fi

work=$(mktemp -d "$kept/deb.XXXXXX")
trap 'umount --recursive "$work/root" 2>/dev/null || true; rm -rf "$work"' EXIT
pack() { "$project/packaging/package.py" deb "$program" --trial "$@"; }

# Twice, by people who differ in what they can: folder, umask, time zone, language.
first=$(pack --version 0.0.1 --output "$work/first")
second=$(cd / && umask 077 && TZ=Pacific/Chatham LC_ALL=C.UTF-8 pack --version 0.0.1 --output "$work/second")
cmp "$first" "$second" || die "the package is another one each time"
held "the package is the same byte for byte"
pack --version 0.0.2 --output "$work/first" >/dev/null

root=$work/root
mkdir "$root"
tar -C "$root" -xf "$clean"
mount --bind "$root" "$root"
mkdir "$root/trial" "$root/packages"
mount --bind "$here" "$root/trial"
mount --bind "$work/first" "$root/packages"
runtime=$(ldd "$program" | sed -n 's|.* => \(/.*\)/libswiftCore.so .*|\1|p')
if [ -n "$runtime" ]; then
    mkdir -p "$root/$runtime"
    mount --bind "$runtime" "$root/$runtime"
fi
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount -t proc proc "$root/proc"

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
inside apt-get update -qq >"$work/log" 2>&1 || { cat "$work/log"; die "the mirror cannot be reached"; }
inside apt-get install -y -qq --no-install-recommends "/packages/$(basename "$first")" >"$work/log" 2>&1 \
    || { cat "$work/log"; die "the package cannot be installed"; }
inside ldd /usr/bin/reveille | grep 'not found' && die "libraries are missing: Depends is not complete"
inside dpkg --verify reveille | grep -v ' c ' | grep . && die "what is installed is not what was packed"
[ "$(inside stat -c '%U:%G %a' /etc/reveille/config.yaml)" = "root:reveille 640" ] || die "others can read the configuration"
[ "$(inside stat -c '%U:%G %a' /var/lib/reveille)" = "reveille:reveille 700" ] || die "others can read the data"
inside reveillectl config --json >/dev/null || die "the relay refuses the configuration that is installed"
inside test -L /etc/systemd/system/multi-user.target.wants/reveille.service || die "the relay would not start with the system"
held "it installs in a clean $suite, with all that it needs"
umount "$root/proc"

# From here on the system runs, without a network. What it has to show is the work of one unit, with whose status it ends.
cat >"$root/etc/systemd/system/trial.service" <<UNIT
[Unit]
After=multi-user.target
SuccessAction=exit
FailureAction=exit
[Service]
Type=oneshot
Environment=HOME=/root LC_ALL=C.UTF-8
ExecStart=/trial/installed.sh
StandardOutput=file:/trial.log
StandardError=inherit
TimeoutStartSec=180
UNIT
ln -s ../trial.service "$root/etc/systemd/system/multi-user.target.wants/trial.service"
mount -t tmpfs run /run
# Where there are control groups of the first version too, systemd-nspawn expects these; it leaves groups behind.
groups=(/sys/fs/cgroup/{,systemd/,unified/}{payload,supervisor})
[ ! -d /sys/fs/cgroup/systemd ] || mkdir -p /sys/fs/cgroup/systemd/{payload,supervisor}
status=0
systemd-nspawn --quiet --directory="$root" --boot --private-network --register=no --keep-unit --console=pipe \
    ${runtime:+--bind-ro="$runtime"} --bind-ro="$here:/trial" --bind-ro="$work/first:/packages" \
    </dev/null >"$work/console" 2>&1 || status=$?
cat "$root/trial.log" 2>/dev/null || true
find "${groups[@]}" -depth -type d -exec rmdir {} + 2>/dev/null || true
if [ "$status" != 0 ]; then
    tail -n 40 "$work/console"
    die "the installed relay did not do what it should ($status)"
fi
