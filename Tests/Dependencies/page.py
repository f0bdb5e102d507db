"""Checks that docs/dependencies.md names what Package.swift names, and nothing else."""
import pathlib, re, sys

PROJECT = pathlib.Path(__file__).resolve().parents[2]


def rows(page, heading):
    section = page.split(f"## {heading}\n")[1].split("\n## ")[0]
    return set(re.findall(r"^\| `([^`]+)` \|", section, re.M))


def differences(manifest, page):
    packages = {url.rstrip("/").split("/")[-1].removesuffix(".git")
                for url in re.findall(r'\.package\(\s*url:\s*"([^"]+)"', manifest)}
    libraries = set(re.findall(r'\.systemLibrary\(\s*name:\s*"([^"]+)"', manifest))
    # Targets of the project's own that link a library; the reference of the benchmarks is not in the command.
    libraries |= set(re.findall(r'\.target\(name: "(\w+)", linkerSettings: \[\.linkedLibrary', manifest))
    return (packages ^ rows(page, "Swift packages")) | (libraries ^ rows(page, "Libraries of the system"))


def main():
    manifest = (PROJECT / "Package.swift").read_text()
    page = (PROJECT / "docs/dependencies.md").read_text()
    different = differences(manifest, page)
    another = manifest + '.package(url: "https://example.org/another", from: "1.0.0")'
    assert differences(another, page) - different == {"another"}, "a package that the page does not name is not noticed"
    for name in sorted(different):
        print(f"{name} stands in one of Package.swift and docs/dependencies.md alone", file=sys.stderr)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
