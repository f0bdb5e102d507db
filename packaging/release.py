"""What every package has in common: one program, its version, its date and its files."""
import gzip, json, os, pathlib, shutil, subprocess

import configuration, manual, sbom

HERE = pathlib.Path(__file__).parent
PROJECT = HERE.parent
# Debian's names of the machines that a program can be for, by the field e_machine of its ELF header.
ARCHITECTURES = {62: "amd64", 183: "arm64"}
# What an operator reads or copies, of docs/ and of examples/.
DOCUMENTS = ["self-hosting.md", "scaling.md", "watching.md", "letters.md", "web-app.md", "privacy.md"]
EXAMPLES = ["deployment", "policies", "prometheus"]


def run(*command, **options):
    """Runs a command and returns what it writes; a failure ends the packaging."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


class Release:
    def __init__(self, binary, version=None):
        self.binary = pathlib.Path(binary).resolve()
        self.date = int(os.environ.get("SOURCE_DATE_EPOCH") or git("log", "-1", "--format=%ct") or 0)
        self.help = json.loads(self.ask("--experimental-dump-help"))["command"]
        self.version = version or self.own_version()
        with open(self.binary, "rb") as program:
            head = program.read(20)
        machine = int.from_bytes(head[18:20], "little")
        if head[:4] != b"\x7fELF" or machine not in ARCHITECTURES:
            raise SystemExit(f"{binary} is not a program for {' or '.join(ARCHITECTURES.values())}")
        self.architecture = ARCHITECTURES[machine]

    def ask(self, *arguments):
        """Runs the program in an environment that says nothing about this machine."""
        return run(self.binary, *arguments, env={"PATH": os.environ["PATH"], "HOME": "/nonexistent"})

    def own_version(self):
        """As the program says; a development version sorts by its commit's date, before the release."""
        version = self.ask("--version").split()[-1]
        if "-" not in version:
            return version
        commit = git("show", "--no-patch", "--date=format:%Y%m%d%H%M%S", "--format=%cd.%h")
        return version.replace("-", "~") + (f"+git{commit}" if commit else "")

    def has_command(self, name):
        return any(command["commandName"] == name for command in self.help["subcommands"])

    def install(self, root, prefix):
        """Lays out everything but the configuration below `root`, to be reached below `prefix`."""
        place = root / prefix.lstrip("/")
        program = place / "bin/reveille"
        program.parent.mkdir(parents=True)
        run("strip", "--strip-unneeded", "-o", program, self.binary)
        program.chmod(0o755)
        write(place / "sbin/reveillectl", self.placed("reveillectl", prefix), 0o755)
        write(place / "lib/systemd/system/reveille.service", self.unit(prefix))
        write(place / "lib/sysusers.d/reveille.conf", self.placed("systemd/sysusers.conf", prefix))
        write(place / "lib/tmpfiles.d/reveille.conf", self.placed("systemd/tmpfiles.conf", prefix))
        debian = prefix == "/usr"
        for shell, path in {
            "bash": "bash-completion/completions/reveille",
            "zsh": f"zsh/{'vendor-completions' if debian else 'site-functions'}/_reveille",
            "fish": "fish/vendor_completions.d/reveille.fish",
        }.items():
            write(place / "share" / path, self.ask("--generate-completion-script", shell))
        pages = manual.pages(self.help, self.version, self.date)
        pages["reveille-config.5"] = manual.configuration_page(self.keys(), self.version, self.date)
        pages["reveillectl.8"] = manual.operator_page(self.version, self.date)
        for name, page in pages.items():
            write(place / f"share/man/man{name[-1]}" / (name + ".gz"), squeezed(page))
        self.document(place / "share/doc/reveille")

    def document(self, folder):
        for name in DOCUMENTS:
            write(folder / name, (PROJECT / "docs" / name).read_text())
        for name in EXAMPLES:
            shutil.copytree(PROJECT / "examples" / name, folder / "examples" / name)
        write(folder / "changelog.gz", squeezed((PROJECT / "CHANGELOG.md").read_text()))
        write(folder / sbom.NAME, sbom.document(self))
        write(folder / "copyright", (HERE / "debian/copyright").read_text())

    def keys(self):
        """Every configuration key, as the program describes it."""
        return json.loads(self.ask("config", "--data", configuration.DATA, "--json"))

    def unit(self, prefix):
        """The systemd unit. A program that does not tell systemd when it is ready counts as ready once it runs."""
        text = self.placed("systemd/reveille.service", prefix)
        if self.notifies():
            return text
        lines = text.splitlines(keepends=True)
        at = lines.index("Type=notify\n")
        return "".join(lines[: at - 1] + ["Type=exec\n"] + lines[at + 3 :])

    def notifies(self):
        """Whether the program tells systemd how it does."""
        return "NOTIFY_SOCKET" in self.ask("help", "serve")

    def placed(self, file, prefix):
        """A file of this folder, speaking of where things are installed."""
        return (HERE / file).read_text().replace("/usr/", prefix + "/")

    def settle(self, root):
        """Gives every file the release's date, and a mode that does not depend on who packs."""
        for path in sorted(root.rglob("*"), reverse=True):
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
            os.utime(path, (self.date, self.date), follow_symlinks=False)
        root.chmod(0o755)
        os.utime(root, (self.date, self.date))


def git(*arguments):
    """What git says of the project, or nothing where it is not a checkout."""
    answer = subprocess.run(["git", "-C", PROJECT, *arguments], capture_output=True, text=True)
    return answer.stdout.strip() if answer.returncode == 0 else ""


def write(path, content, mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    path.chmod(mode)


def squeezed(text):
    return gzip.compress(text.encode(), 9, mtime=0)
