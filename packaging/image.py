"""An image of the Open Container Initiative, made without a daemon: the program, what it loads and reads, no more.

The archive is an OCI image layout with the index of `docker save` beside it, so that docker, podman and skopeo load it.
"""
import gzip, hashlib, io, json, pathlib, re, shutil, tarfile, tempfile, time

import sbom
from release import run, write
from tarball import pack

USER = 65532
DATA = "/var/lib/reveille"
AUTHORITIES = pathlib.Path("/usr/share/ca-certificates/mozilla")
ZONES = pathlib.Path("/usr/share/zoneinfo")


def libraries(program):
    """What the program loads, and what loads it: the paths by which the loader looks for them."""
    paths = re.findall(r"(/\S+) \(0x", run("ldd", program))
    return sorted(set(paths))


def system_layer(release, root):
    """Libraries, certificate authorities, time zones and one user."""
    for path in libraries(release.binary):
        # Debian's /lib is /usr/lib.
        target = root / re.sub(r"^/lib(64)?/", r"/usr/lib\1/", path).lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        target.chmod(0o755)
    for name in ["lib", "lib64", "bin"]:
        (root / "usr" / name).mkdir(parents=True, exist_ok=True)
        (root / name).symlink_to(f"usr/{name}")
    trusted = root / "etc/ssl/certs"
    trusted.mkdir(parents=True)
    for path in sorted(AUTHORITIES.glob("*.crt")):
        shutil.copyfile(path, trusted / (path.stem + ".pem"))
    run("openssl", "rehash", trusted)
    bundle = "".join(path.read_text() for path in sorted(AUTHORITIES.glob("*.crt")))
    write(trusted / "ca-certificates.crt", bundle)
    shutil.copytree(ZONES, root / "usr/share/zoneinfo", symlinks=True,
                    ignore=lambda folder, names: {"posix", "right", "localtime"} & set(names))
    write(root / "etc/passwd", f"reveille:x:{USER}:{USER}:Reveille relay:{DATA}:/nonexistent\n")
    write(root / "etc/group", f"reveille:x:{USER}:\n")
    write(root / "etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n")


def program_layer(release, root):
    (root / "usr/bin").mkdir(parents=True)
    run("strip", "--strip-unneeded", "-o", root / "usr/bin/reveille", release.binary)
    (root / "usr/bin/reveille").chmod(0o755)
    write(root / "usr/share/doc/reveille" / sbom.NAME, sbom.document(release))


class Layout:
    """The blobs of an image, each under its digest."""

    def __init__(self, folder, release, is_trial):
        self.folder, self.release, self.level = folder, release, 1 if is_trial else 9
        self.layers, self.differences = [], []
        (folder / "blobs/sha256").mkdir(parents=True)

    def add(self, content, kind):
        digest = hashlib.sha256(content).hexdigest()
        (self.folder / "blobs/sha256" / digest).write_bytes(content)
        return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": f"sha256:{digest}", "size": len(content)}

    def add_document(self, document, kind):
        return self.add(json.dumps(document, sort_keys=True).encode(), kind)

    def add_layer(self, fill):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder) / "root"
            root.mkdir()
            fill(root)
            self.release.settle(root)
            stream = io.BytesIO()
            pack(root, stream, ".", self.release.date)
        self.add_archive(stream.getvalue())

    def add_archive(self, content):
        self.differences.append("sha256:" + hashlib.sha256(content).hexdigest())
        self.layers.append(self.add(gzip.compress(content, self.level, mtime=0), "layer.v1.tar+gzip"))

    def finish(self):
        release = self.release
        created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(release.date))
        settings = {
            "User": f"{USER}:{USER}",
            "Env": ["PATH=/usr/bin", "LANG=C.UTF-8", f"HOME={DATA}", f"REVEILLE_DATA={DATA}",
                    "REVEILLE_LISTEN=0.0.0.0:8080"],
            "Entrypoint": ["/usr/bin/reveille"],
            "Cmd": ["serve"],
            "ExposedPorts": {"8080/tcp": {}},
            "Volumes": {DATA: {}},
            "WorkingDir": DATA,
            "StopSignal": "SIGTERM",
            "Labels": {"org.opencontainers.image.title": "reveille",
                       "org.opencontainers.image.version": release.version,
                       "org.opencontainers.image.licenses": "Apache-2.0"},
        }
        if release.has_command("healthcheck"):
            # Docker's and podman's; the specification has no such field. Nanoseconds.
            settings["Healthcheck"] = {"Test": ["CMD", "/usr/bin/reveille", "healthcheck"],
                                       "Interval": 30_000_000_000, "Timeout": 10_000_000_000,
                                       "StartPeriod": 20_000_000_000, "Retries": 3}
        configuration = self.add_document({
            "created": created, "architecture": release.architecture, "os": "linux", "config": settings,
            "rootfs": {"type": "layers", "diff_ids": self.differences},
            "history": [{"created": created, "created_by": "make image"} for _ in self.layers],
        }, "config.v1+json")
        manifest = self.add_document({
            "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
            "config": configuration, "layers": self.layers,
        }, "manifest.v1+json")
        manifest["annotations"] = {"org.opencontainers.image.ref.name": tag(release)}
        manifest["platform"] = {"architecture": release.architecture, "os": "linux"}
        write(self.folder / "oci-layout", json.dumps({"imageLayoutVersion": "1.0.0"}))
        write(self.folder / "index.json", json.dumps({
            "schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [manifest]}))

        def blob(one):
            return "blobs/sha256/" + one["digest"].removeprefix("sha256:")
        write(self.folder / "manifest.json", json.dumps([{
            "Config": blob(configuration), "RepoTags": [f"reveille:{tag(release)}", "reveille:latest"],
            "Layers": [blob(layer) for layer in self.layers]}]))


def tag(release):
    """The version as a tag, which takes neither ~ nor +."""
    return re.sub(r"[^A-Za-z0-9._-]", "-", release.version)


def data_layer(release):
    """The folder for data, which belongs to the user: what a new volume begins with."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, owner, mode in [("var", 0, 0o755), ("var/lib", 0, 0o755), ("var/lib/reveille", USER, 0o700),
                                  ("tmp", 0, 0o1777)]:
            entry = tarfile.TarInfo(name)
            entry.type, entry.mode, entry.mtime = tarfile.DIRTYPE, mode, release.date
            entry.uid = entry.gid = owner
            archive.addfile(entry)
    return stream.getvalue()


def make(release, output, is_trial):
    """Writes the image's archive and returns its path."""
    file = output / f"reveille-{release.version}-{release.architecture}.oci.tar"
    with tempfile.TemporaryDirectory() as folder:
        layout = Layout(pathlib.Path(folder) / "layout", release, is_trial)
        layout.add_layer(lambda root: system_layer(release, root))
        layout.add_archive(data_layer(release))
        layout.add_layer(lambda root: program_layer(release, root))
        layout.finish()
        release.settle(layout.folder)
        with open(file, "wb") as stream:
            pack(layout.folder, stream, ".", release.date)
    return file
