#!/usr/bin/env python3
"""Checks that a checkout can be released as it is, and says how to tag it.

check_release.py [--program PROGRAM] [--root CHECKOUT]. PROGRAM, built from the checkout, has to tell the same version.
"""
import argparse, datetime, pathlib, re, subprocess, sys

VERSION = r"(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)"


def git(root, *arguments):
    return subprocess.run(["git", "-C", root, *arguments], check=True, capture_output=True, text=True).stdout


def version_of(root):
    text = (root / "Sources/AlarmCore/SoftwareVersion.swift").read_text()
    return re.search(r'text = "([^"]+)"', text)[1]


def faults_of_the_changelog(text, version):
    headings = re.findall(r"^## (.*)$", text, re.M)
    if not headings or not headings[0].startswith(version + " "):
        yield f"CHANGELOG.md begins with {headings[0] if headings else 'nothing'!r}: make it '{version} - YYYY-MM-DD'"
        return
    date = headings[0].removeprefix(version + " - ")
    try:
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", date)
        datetime.date.fromisoformat(date)
    except (AssertionError, ValueError):
        yield f"CHANGELOG.md dates {version} with {date!r}: write it as in 2027-02-01"
    if sum(heading.split(" ")[0] == version for heading in headings) > 1:
        yield f"CHANGELOG.md has more than one section of {version}: put them together"
    section = text.split(f"## {headings[0]}\n", 1)[1].split("\n## ")[0]
    if not re.search(r"^- ", section, re.M):
        yield f"CHANGELOG.md says nothing of {version}"


def faults(root, program=None):
    """What keeps the checkout from being released."""
    version = version_of(root)
    if not re.fullmatch(VERSION, version):
        yield f"SoftwareVersion.swift says {version}, which is no released version: take away what follows the numbers"
        return
    yield from faults_of_the_changelog((root / "CHANGELOG.md").read_text(), version)
    if not git(root, "ls-files", f"Tests/Upgrade/{version}/trial.json"):
        yield f"later versions have no data of {version} to open: Tests/Upgrade/record.py PROGRAM Tests/Upgrade/{version}"
    changed = git(root, "status", "--porcelain").splitlines()
    if changed:
        yield f"{len(changed)} changes are not committed, as {changed[0][3:]}: commit or undo them"
    if git(root, "tag", "--list", f"v{version}"):
        yield f"there is a tag v{version} already: a version that was released is never changed"
    if program:
        told = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.split()[-1]
        if told != version:
            yield f"{program} says that it is {told}: build it from this commit"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", help="a program that was built from the checkout")
    parser.add_argument("--root", default=pathlib.Path(__file__).resolve().parents[1], type=pathlib.Path,
                        help="the checkout")
    options = parser.parse_args()
    found = list(faults(options.root, options.program))
    for fault in found:
        print(fault, file=sys.stderr)
    if found:
        return 1
    version = version_of(options.root)
    print(f"{version} can be released:")
    print(f'  git tag --sign --message "Reveille {version}" v{version}')
    print(f"  git push origin v{version}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
