"""Tries packaging/check_release.py on a checkout that can be released, and on ones that cannot."""
import pathlib, subprocess, sys, tempfile

PROJECT = pathlib.Path(__file__).resolve().parents[2]
CHECK = PROJECT / "packaging/check_release.py"
CHANGELOG = "# Changelog\n\n## 1.2.0 - 2027-02-01\n\n### Added\n\n- A bell.\n\n## 1.1.0 - 2027-01-01\n\n- A clock.\n"


class Checkout:
    def __init__(self, root):
        self.root = root
        self.git("init", "--quiet")
        self.write("Sources/AlarmCore/SoftwareVersion.swift", 'public static let text = "1.2.0"\n')
        self.write("CHANGELOG.md", CHANGELOG)
        self.write("Tests/Upgrade/1.2.0/trial.json", "{}\n")
        self.commit()

    def git(self, *arguments):
        who = ["-c", "user.name=Trial", "-c", "user.email=trial@example.org", "-c", "commit.gpgsign=false",
               "-c", "tag.gpgsign=false"]
        subprocess.run(["git", "-C", self.root, *who, *arguments], check=True, capture_output=True)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "A change")

    def program(self, version):
        """A program beside the checkout that tells a version."""
        file = self.root.parent / "program"
        file.write_text(f"#!/bin/sh\necho reveille {version}\n")
        file.chmod(0o755)
        return file

    def checked(self, *arguments):
        done = subprocess.run([sys.executable, "-B", CHECK, "--root", self.root, *arguments],
                              capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


def replace(path, old, new):
    def change(checkout):
        text = (checkout.root / path).read_text()
        assert old in text
        checkout.write(path, text.replace(old, new))
        checkout.commit()
    return change


def without_data(checkout):
    checkout.git("rm", "-r", "--quiet", "Tests/Upgrade/1.2.0")
    checkout.commit()


VERSION = "Sources/AlarmCore/SoftwareVersion.swift"
REFUSED = [
    ("a development version", replace(VERSION, "1.2.0", "1.2.0-dev"), "1.2.0-dev, which is no released version"),
    ("another version than the changelog's", replace(VERSION, "1.2.0", "1.3.0"), "make it '1.3.0 - YYYY-MM-DD'"),
    ("a changelog without the version", replace("CHANGELOG.md", "1.2.0 - 2027-02-01", "Unreleased"),
     "begins with 'Unreleased'"),
    ("a changelog without a day", replace("CHANGELOG.md", "2027-02-01", "2027-02-30"), "dates 1.2.0"),
    ("a version twice", replace("CHANGELOG.md", "1.1.0 - 2027-01-01", "1.2.0 - 2027-01-01"), "more than one section"),
    ("a section without a word", replace("CHANGELOG.md", "- A bell.\n", ""), "says nothing of 1.2.0"),
    ("no data of the version", without_data, "no data of 1.2.0"),
    ("a change that is not committed", lambda checkout: checkout.write("CHANGELOG.md", CHANGELOG + "\n"),
     "1 changes are not committed, as CHANGELOG.md"),
    ("a file that is not committed", lambda checkout: checkout.write("new.txt", "new"), "as new.txt"),
    ("a version that was released", lambda checkout: checkout.git("tag", "v1.2.0"), "a tag v1.2.0 already"),
]


def main():
    failed = 0
    for name, change, expected in [("a checkout that can be released", None, "git tag --sign"), *REFUSED]:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder) / "checkout"
            root.mkdir()
            checkout = Checkout(root)
            if change:
                change(checkout)
            status, said = checkout.checked()
            is_right = status == (1 if change else 0) and expected in said
            if not change:
                same = checkout.checked("--program", checkout.program("1.2.0"))
                other = checkout.checked("--program", checkout.program("1.1.0"))
                is_right = is_right and same[0] == 0 and other[0] == 1 and "says that it is 1.1.0" in other[1]
        if not is_right:
            failed += 1
            print(f"check_release.py, {name}: {status} {said}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
