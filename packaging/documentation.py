"""Makes the documentation of the libraries, of the modules that `make build` has made: documentation.py BIN OUTPUT."""
import pathlib, shutil, subprocess, sys

PROJECT = pathlib.Path(__file__).resolve().parents[1]
MODULES = ["DeviceKit", "AlarmWire", "GatewaySimulator"]


def clang_modules(build):
    """The module maps of C that the modules of Swift were compiled against."""
    maps = list(PROJECT.glob("Sources/C*/module.modulemap"))
    maps += build.glob("*.build/module.modulemap")
    maps += (PROJECT / ".build/checkouts").glob("*/Sources/*/include/module.modulemap")
    return [flag for one in sorted(maps) for flag in ("-Xcc", f"-fmodule-map-file={one}")]


def target():
    text = subprocess.run(["swift", "-print-target-info"], check=True, capture_output=True, text=True).stdout
    return text.split('"unversionedTriple": "')[1].split('"')[0]


def extract(module, build, output):
    output.mkdir(parents=True)
    subprocess.run(["swift", "symbolgraph-extract", "-module-name", module, "-target", target(),
                    "-I", build / "Modules", *clang_modules(build), "-module-cache-path", output.parent / "cache",
                    "-minimum-access-level", "public", "-skip-inherited-docs", "-skip-synthesized-members",
                    "-output-dir", output], check=True)


def convert(module, symbols, output):
    """Any warning is an error, such as a link that leads nowhere."""
    subprocess.run(["docc", "convert", PROJECT / f"Sources/{module}/{module}.docc", "--additional-symbol-graph-dir", symbols,
                    "--fallback-display-name", module, "--fallback-bundle-identifier", f"reveille.{module}",
                    "--fallback-default-module-kind", "Library", "--warnings-as-errors", "--output-dir", output], check=True)


def main():
    build, output = map(pathlib.Path, sys.argv[1:])
    shutil.rmtree(output, ignore_errors=True)
    for module in MODULES:
        symbols = output / "symbols" / module
        extract(module, build, symbols)
        convert(module, symbols, output / f"{module}.doccarchive")
        print(output / f"{module}.doccarchive")


if __name__ == "__main__":
    main()
