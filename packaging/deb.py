"""A package for Debian and its relatives, the same byte for byte from the same program and date."""
import pathlib, re, subprocess, tempfile

import configuration
from release import HERE, run, write

# What the program loads is found out by dpkg-shlibdeps; this is what it reads, and what the scripts call.
ALSO_NEEDED = ["ca-certificates", "tzdata", "systemd | systemd-standalone-sysusers"]
CONTROL = """\
Package: reveille
Version: {version}
Architecture: {architecture}
Maintainer: The authors of Reveille <maintainers@reveille.invalid>
Installed-Size: {size}
Depends: {depends}
Suggests: caddy | nginx, prometheus
Section: net
Priority: optional
Description: relay for alarms that ring on another person's phone
 Set an alarm that rings on another person's phone, through a relay of one's
 own. The relay stores sealed alarms durably, hands them to the phone early,
 rings at the due second, and keeps ringing until somebody answers. Messages
 are encrypted end to end.
"""


def dependencies(program, is_trial):
    """The packages of the libraries that the program loads, with the versions that it needs."""
    with tempfile.TemporaryDirectory() as folder:
        write(pathlib.Path(folder) / "debian/control", "Source: reveille\n\nPackage: reveille\nArchitecture: any\n")
        # A trial may come with a Swift runtime that no package has.
        allowance = ["--ignore-missing-info"] if is_trial else []
        found = run("dpkg-shlibdeps", "-O", "--warnings=0", *allowance, "-e", program, cwd=folder,
                    stderr=subprocess.DEVNULL if is_trial else None)
    needed = re.sub(r"^shlibs:Depends=", "", found.strip()).split(", ")
    return ", ".join(sorted(needed + ALSO_NEEDED))


def make(release, output, is_trial):
    """Writes the package and returns its path. A trial is packed without compression."""
    if not is_trial and "libswiftCore" in run("ldd", release.binary):
        raise SystemExit(f"{release.binary} loads the Swift runtime, which Debian has no package of: "
                         "build it with --static-swift-stdlib")
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / "root"
        release.install(root, "/usr")
        write(root / "etc/reveille/config.yaml", configuration.file(release.keys()))
        (root / "etc/reveille/secrets").mkdir()
        depends = dependencies(root / "usr/bin/reveille", is_trial)
        size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file())
        write(root / "DEBIAN/control", CONTROL.format(
            version=release.version, architecture=release.architecture, size=size // 1024, depends=depends))
        write(root / "DEBIAN/conffiles", "/etc/reveille/config.yaml\n")
        for script in ["postinst", "prerm", "postrm"]:
            write(root / "DEBIAN" / script, (HERE / "debian" / script).read_text(), 0o755)
        release.settle(root)
        # What stands in there is for the relay alone, from the first moment on.
        (root / "etc/reveille/config.yaml").chmod(0o640)
        (root / "etc/reveille/secrets").chmod(0o700)
        file = output / f"reveille_{release.version}_{release.architecture}.deb"
        how = ["-Znone"] if is_trial else ["-Zxz", "--threads-max=1"]
        run("dpkg-deb", "--root-owner-group", *how, "--build", root, file,
            env={"PATH": "/usr/bin:/bin", "SOURCE_DATE_EPOCH": str(release.date), "TZ": "UTC", "LC_ALL": "C"})
    return file
