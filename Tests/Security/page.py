"""Checks that every test that SECURITY.md names exists, in the file of its suite."""
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
    return 1 if absent else 0


if __name__ == "__main__":
    sys.exit(main())
