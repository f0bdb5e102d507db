"""An archive to unpack below /usr/local, for every other Linux."""
import gzip, pathlib, shutil, tarfile, tempfile

import configuration
from release import write


def pack(folder, stream, name, date):
    """Writes a folder as a tar archive that is the same byte for byte, whoever packs it."""
    def settled(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = date
        return entry

    with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in [folder, *sorted(folder.rglob("*"))]:
            inside = pathlib.Path(name) / path.relative_to(folder)
            if str(inside) != ".":
                archive.add(path, inside, recursive=False, filter=settled)


def make(release, output, is_trial):
    """Writes the archive and returns its path."""
    name = f"reveille-{release.version}-linux-{release.architecture}"
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        release.install(root, "/usr/local")
        place = root / "usr/local"
        write(place / "share/reveille/config.yaml", configuration.file(release.keys()))
        shutil.move(place / "share/doc/reveille/self-hosting.md", place / "INSTALL.md")
        release.settle(root)
        file = output / f"{name}.tar.gz"
        with open(file, "wb") as stream, \
                gzip.GzipFile("", "wb", 1 if is_trial else 9, stream, mtime=release.date) as squeezed:
            pack(place, squeezed, name, release.date)
    return file
