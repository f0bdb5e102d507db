#!/usr/bin/env bash
# Makes the image, has other people's tools read it, and runs it: read-only, as its own user, without any privilege.
#
#   Tests/Packaging/image.sh PROGRAM
#
# Has to be run by root, with crun, skopeo, umoci and iproute2. The container has a network of its own.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
project=$here/../..
if [ -z "${IN_NAMESPACES:-}" ]; then
    exec env IN_NAMESPACES=1 unshare --mount --net --pid --fork --kill-child --mount-proc "$0" "$@"
fi
program=$(realpath "$1")
REVEILLE=$program
. "$here/couple.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ip link set lo up
mount -t tmpfs run /run
# crun wants control groups of one version; it is to make none.
mount -t cgroup2 none /sys/fs/cgroup

pack() { "$project/packaging/package.py" image "$program" --trial --output "$1"; }
image=$(pack "$work/first")
cmp "$image" "$(cd / && umask 077 && TZ=Pacific/Chatham pack "$work/second")" || die "the image is another one each time"
held "the image is the same byte for byte"

skopeo inspect "docker-archive:$image" >/dev/null || die "Docker would not load it"
skopeo copy --quiet "oci-archive:$image" "oci:$work/layout:trial" || die "it is no OCI image"
umoci unpack --image "$work/layout:trial" "$work/bundle" >"$work/log" 2>&1 || { cat "$work/log"; die "it cannot be unpacked"; }
held "skopeo and umoci read it"

mkdir "$work/data"
chown 65532:65532 "$work/data"
# What the compose file asks for, in the words of the runtime.
python3 - "$work/bundle/config.json" "$work/data" <<'PYTHON'
import json, sys
file, data = sys.argv[1:]
with open(file) as text:
    config = json.load(text)
process = config["process"]
assert process["user"]["uid"] == 65532 and process["user"]["gid"] == 65532, process["user"]
assert process["args"] == ["/usr/bin/reveille", "serve"], process["args"]
process["terminal"], process["noNewPrivileges"] = False, True
process["capabilities"] = {kind: [] for kind in ["bounding", "effective", "inheritable", "permitted", "ambient"]}
process["env"].append("REVEILLE_ORIGIN=http://127.0.0.1:8080")
config["root"]["readonly"] = True
config["mounts"] = [one for one in config["mounts"] if one["destination"] not in ["/var/lib/reveille", "/sys/fs/cgroup"]]
config["mounts"] += [
    {"destination": "/var/lib/reveille", "type": "bind", "source": data, "options": ["rbind", "nosuid", "nodev"]},
    {"destination": "/tmp", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "nodev", "noexec"]},
]
linux = config["linux"]
linux["namespaces"] = [{"type": kind} for kind in ["mount", "pid", "ipc", "uts"]]
linux.pop("resources", None)
with open(file, "w") as text:
    json.dump(config, text)
PYTHON
inside() { crun --cgroup-manager=disabled exec --user 65532:65532 trial "$@"; }
inside_with() { crun --cgroup-manager=disabled exec --user 65532:65532 --env "$1" trial "${@:2}"; }
# Docker's own setting, which umoci does not pass on: a command, each of its words on a line.
python3 - "$image" >"$work/health" <<'PYTHON'
import json, sys, tarfile
with tarfile.open(sys.argv[1]) as archive:
    read = lambda name: json.load(archive.extractfile(names[name]))
    names = {entry.name.removeprefix("./"): entry for entry in archive}
    health = read(read("manifest.json")[0]["Config"])["config"]["Healthcheck"]
form, *words = health["Test"]
assert form == "CMD" and words[1:] == ["healthcheck"], health
assert health["Interval"] > health["Timeout"] > 0 and health["Retries"] > 0, health
print(*words, sep="\n")
PYTHON
mapfile -t health <"$work/health"
crun --cgroup-manager=disabled run --bundle "$work/bundle" trial >"$work/log" 2>&1 &
container=$!
is_ready() { curl -fs http://127.0.0.1:8080/readyz; }
until_true is_ready || { cat "$work/log"; die "the container does not answer"; }
grep -q 'Time zone data: 20' "$work/log" || die "the image has no time zones"
held "it runs read-only, as its own user, without privileges"
inside "${health[@]}" >"$work/said" 2>&1 || { cat "$work/said"; die "the health check that the image names fails"; }
! inside_with REVEILLE_LISTEN=127.0.0.1:9 "${health[@]}" >"$work/said" 2>&1 || die "the health check finds a relay where none is"
held "the health check that the image names tells whether the relay runs"

PEOPLE=$work/people
pair_couple http://127.0.0.1:8080 "$(inside /usr/bin/reveille enroll --quiet)"
ben_listens
ana_sets 2s "From a container"
ben_has_answered "From a container"
held "a couple pairs with it, and an alarm rings"

crun --cgroup-manager=disabled kill trial TERM
wait "$container" || { cat "$work/log"; die "the container did not end well"; }
[ -s "$work/data/reveille.db" ] && [ "$(stat -c %u "$work/data/keyring")" = 65532 ] || die "the data is not in the volume"
held "told to stop, it ends, and leaves its data in the volume"
