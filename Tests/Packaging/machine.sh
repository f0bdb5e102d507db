# A clean Debian below $root, and its running under its own systemd; for scripts that install something there. To be sourced,
# in namespaces of one's own, after couple.sh.
#
#   program   the program that is packed, and lent its Swift runtime where it loads one
#   here      the folder of these scripts      project   the checkout
suite=${SUITE:-bookworm}
kept=$project/.build/test-packaging

# Begins this script again where everything that runs and is mounted ends with it, and makes a folder for this run, $work.
enter_namespaces() {
    [ -n "${IN_NAMESPACES:-}" ] || exec env IN_NAMESPACES=1 unshare --mount --pid --fork --kill-child --mount-proc "$0" "$@"
    mkdir -p "$kept"
    work=$(mktemp -d "$kept/run.XXXXXX")
    root=$work/root
    trap 'umount --recursive "$root" 2>/dev/null || true; rm -rf "$work"' EXIT
}

# Lays out the clean system, which comes from Debian's mirror once, with the folder $1 as /packages.
lay_out_machine() {
    local clean=$kept/$suite.tar
    if [ ! -e "$clean" ]; then
        debootstrap --variant=minbase --include=ca-certificates,systemd,systemd-sysv "$suite" "$kept/$suite" \
            >"$kept/debootstrap.log" || { tail -n 20 "$kept/debootstrap.log"; die "no clean system could be made"; }
        tar -C "$kept/$suite" -cf "$clean.part" .
        rm -rf "${kept:?}/$suite"
        mv "$clean.part" "$clean"
    fi
    packages=$1
    mkdir "$root"
    tar -C "$root" -xf "$clean"
    mount --bind "$root" "$root"
    mkdir "$root/trial" "$root/packages"
    mount --bind "$packages" "$root/packages"
    runtime=$(ldd "$program" | sed -n 's|.* => \(/.*\)/libswiftCore.so .*|\1|p')
    if [ -n "$runtime" ]; then
        mkdir -p "$root/$runtime"
        mount --bind "$runtime" "$root/$runtime"
    fi
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    mount -t proc proc "$root/proc"
    inside apt-get update -qq >"$work/log" 2>&1 || { cat "$work/log"; die "the mirror cannot be reached"; }
}

# Runs a command in the system, which is not running yet, with a network.
inside() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

# Starts the system, without a network, has it run the script $1 of this folder as a unit, and ends with that one's status.
boot_machine() {
    umount "$root/proc"
    cat >"$root/etc/systemd/system/trial.service" <<UNIT
[Unit]
After=multi-user.target
SuccessAction=exit
FailureAction=exit
[Service]
Type=oneshot
Environment=HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
ExecStart=/trial/$1
StandardOutput=file:/trial.log
StandardError=inherit
TimeoutStartSec=600
UNIT
    mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
    ln -s ../trial.service "$root/etc/systemd/system/multi-user.target.wants/trial.service"
    mount -t tmpfs run /run
    # Where there are control groups of the first version too, systemd-nspawn expects these; it leaves groups behind.
    local groups=(/sys/fs/cgroup/{,systemd/,unified/}{payload,supervisor}) status=0
    [ ! -d /sys/fs/cgroup/systemd ] || mkdir -p /sys/fs/cgroup/systemd/{payload,supervisor}
    systemd-nspawn --quiet --directory="$root" --boot --private-network --register=no --keep-unit --console=pipe \
        ${runtime:+--bind-ro="$runtime"} --bind-ro="$here:/trial" --bind-ro="$packages:/packages" \
        </dev/null >"$work/console" 2>&1 || status=$?
    cat "$root/trial.log" 2>/dev/null || true
    find "${groups[@]}" -depth -type d -exec rmdir {} + 2>/dev/null || true
    if [ "$status" != 0 ]; then
        tail -n 40 "$work/console"
        die "the system did not do what it should ($status)"
    fi
}
