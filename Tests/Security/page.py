"""Checks that every test that SECURITY.md names is run, in the file of its suite, and that targets of make and fuzzer exist."""
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


# Strings, which may hold what looks like a comment, and comments.
STRING_OR_COMMENT = re.compile(r'''(?P<long>(#*)"""[\s\S]*?"""\2)|(?P<raw>(#+)"[^\n]*?"\4)|(?P<string>"(?:\\.|[^"\\\n])*")'''
                               r"|//[^\n]*|/\*[\s\S]*?\*/")


def code(swift):
    """A file without its comments and long strings."""
    return STRING_OR_COMMENT.sub(lambda one: one["string"] or ('""' if one["long"] or one["raw"] else " "), swift)


def attributes(name, swift):
    """The arguments of each attribute `@name(…)`, as the text of its strings in order, and what stands beside them."""
    for start in re.finditer(rf"@{name}\(", swift):
        depth, strings, rest = 1, [], ""
        for token in re.finditer(r'"(?:\\.|[^"\\\n])*"|[^"]', swift[start.end():]):
            if len(token[0]) > 1 or token[0] == '"':
                strings.append(token[0][1:-1])
                continue
            depth += {"(": 1, ")": -1}.get(token[0], 0)
            if depth == 0:
                break
            rest += token[0]
        yield strings, rest


def titles(swift):
    """The titles of the tests of a file that are neither commented out nor disabled, by themselves or with their suite."""
    swift = code(swift)
    if any(".disabled" in rest for _, rest in attributes("Suite", swift)):
        return set()
    return {strings[0] for strings, rest in attributes("Test", swift) if strings and ".disabled" not in rest}


def missing(page, suites):
    return [(suite, title) for suite, title in claims(page)
            if not any(title in titles(text) for text in suites.get(suite, []))]


def check_titles():
    """What is no test is not taken for one."""
    assert titles('@Test("a b", arguments: [("(", 1)])\nfunc a()') == {"a b"}
    assert titles('@Test(\n    "a \\"b\\"",\n    .enabled(if: f("x"))\n)') == {'a \\"b\\"'}
    for other in ['// @Test("a")', '/* @Test("a") */', 'let a = "a"', '@Test("a", .disabled("it fails"))',
                  '@Test("a", .disabled(if: x))', '@Suite("b", .disabled()) struct A { @Test("a") func a() {} }',
                  'let a = """\n@Test("a")\n"""', '#expect(b, "a")']:
        assert titles(other) == set(), other
    assert titles('let a = "https://x" // "\n@Test("a") func a() {}') == {"a"}


def targets(page, makefile):
    """The targets of `make` that the page names and there are not."""
    known = set(re.findall(r"^([a-z-]+):", makefile, re.M))
    return set(re.findall(r"`make ([a-z-]+)", page)) - known


def fuzzed(page):
    """The targets of the fuzzer that the page names."""
    row = next(row for row in page.splitlines() if row.startswith("| A parser is fed"))
    return set(re.findall(r"`([a-z]+)`", row))


def main():
    check_titles()
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
