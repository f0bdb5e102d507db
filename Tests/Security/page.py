"""Checks that every test that SECURITY.md names exists, in the file of its suite, and every target of make and of the fuzzer."""
import pathlib, re, sys

PROJECT = pathlib.Path(__file__).resolve().parents[2]


def claims(page):
    """Each title with the suite that is named last before it, in the same row."""
    for row in page.splitlines():
        suite = None
        for name, title in re.findall(r"\b([A-Z]\w+Tests)\b|“([^”]+)”", row):
            if name:
                suite = name
            elif suite:
                yield suite, title


def missing(page, suites):
    return [(suite, title) for suite, title in claims(page)
            if not any(f'"{title}"' in text for text in suites.get(suite, []))]


def targets(page, makefile):
    """The targets of `make` that the page names and there are not."""
    known = set(re.findall(r"^([a-z-]+):", makefile, re.M))
    return set(re.findall(r"`make ([a-z-]+)", page)) - known


def fuzzed(page):
    """The targets of the fuzzer that the page names."""
    row = next(row for row in page.splitlines() if row.startswith("| A parser is fed"))
    return set(re.findall(r"`([a-z]+)`", row))


def main():
    suites = {}
    for file in (PROJECT / "Tests").rglob("*Tests.swift"):
        suites.setdefault(file.stem, []).append(file.read_text())
    page = (PROJECT / "SECURITY.md").read_text()
    assert len(list(claims(page))) > 30, "the page's claims are not found"
    assert missing("| RaceTests “Nothing ever fails” |", suites), "a test that there is not is not noticed"
    absent = missing(page, suites)
    for suite, title in absent:
        print(f"SECURITY.md names a test that {suite} has not: {title}", file=sys.stderr)
    makefile = (PROJECT / "Makefile").read_text()
    assert targets("`make nothing`", makefile) == {"nothing"}, "a target that there is not is not noticed"
    for name in sorted(targets(page, makefile)):
        print(f"SECURITY.md names a target that the Makefile has not: {name}", file=sys.stderr)
        absent.append(name)
    corpora = {folder.name for folder in (PROJECT / "Fuzzing/Corpus").iterdir() if folder.is_dir()}
    assert len(corpora) > 10, "the targets of the fuzzer are not found"
    for name in sorted(corpora ^ fuzzed(page)):
        print(f"one of SECURITY.md and Fuzzing/Corpus alone has a target of the fuzzer: {name}", file=sys.stderr)
        absent.append(name)
    return 1 if absent else 0


if __name__ == "__main__":
    sys.exit(main())
