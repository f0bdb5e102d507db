"""Checks what packages say against what the program and the documentation say, and with other people's tools.

contents.py PROGRAM. Needs mandoc, promtool, systemd-analyze, bash, and what packaging/package.py needs.
"""
import json, pathlib, re, subprocess, sys, tarfile, tempfile

import yaml

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(PROJECT / "packaging"))
import configuration, image, sbom, tarball
from release import Release


def ask(*command, status=0, **options):
    ran = subprocess.run(command, capture_output=True, text=True, **options)
    assert ran.returncode == status, f"{command}: {ran.stdout}{ran.stderr}"
    return ran.stdout


def flags_of_the_relay(release):
    """The flags of `serve`: another list of the keys than the one that the file is made from."""
    flags = re.findall(r"^  --([a-z][a-z0-9-]*)", release.ask("serve", "--help"), re.M)
    return set(flags) - {"version", "help", "config"}


def has_every_key(text, flags):
    keys = re.findall(r"^#?([a-z][a-z0-9-]*):", text, re.M)
    assert len(keys) == len(set(keys)), "a key stands twice"
    assert flags == set(keys), f"missing: {flags - set(keys)}; unknown: {set(keys) - flags}"


def the_configuration_has_every_key(release, place):
    flags = flags_of_the_relay(release)
    has_every_key(configuration.file(release.keys()), flags)
    assert set(configuration.HEADINGS) <= flags, "a heading stands before a key that there is not"


def a_key_that_is_left_out_is_missed(release, place):
    try:
        has_every_key(configuration.file(release.keys()[:-1]), flags_of_the_relay(release))
    except AssertionError as error:
        assert "missing: {'limit-" in str(error), error
        return
    raise AssertionError("nobody noticed")


def every_default_is_what_the_relay_takes_it_for(release, place):
    """With the # taken away from every line that has a value, the relay reads the file and changes nothing."""
    text = re.sub(r"(?m)^#([a-z][a-z0-9-]*: .+)$", r"\1", configuration.file(release.keys()))
    file = place / "config.yaml"
    file.write_text(text)
    written = yaml.safe_load(text)
    assert len(written) > 20, written
    told = json.loads(ask(release.binary, "config", "--config", file, "--json", env={"HOME": "/nonexistent"}))
    for key in told:
        if key["key"] in written:
            assert "file" in key["source"] and str(file) in key["source"], key
            assert key["key"] == "data" or key["value"] == key["default"], key
        elif key["key"] != "config":
            assert key["source"] == "default", key


def man_pages_are_sound(release, place):
    pages = sorted(place.rglob("share/man/man*/*.gz"))
    assert len(pages) > 100, len(pages)
    for page in pages:
        text = subprocess.run(["gzip", "-dc", page], capture_output=True, check=True).stdout.decode()
        lint = ["mandoc", "-T", "lint", "-W", "warning"]
        said = subprocess.run(lint, input=text, capture_output=True, text=True).stdout
        assert not said, f"{page.name}: {said}"
        for name, section in re.findall(r"\\fB([\w\\-]+)\\fR\((\d)\)", text):
            other = name.replace("\\-", "-") + f".{section}.gz"
            assert any(one.name == other for one in pages), f"{page.name} names {other}, which is not there"


def completions_are_sound(release, place):
    script = next(place.rglob("bash-completion/completions/reveille"))
    answer = ask("bash", "-c", f"""
        source {script}
        COMP_WORDS=(reveille alarm s) COMP_CWORD=2 COMP_LINE='reveille alarm s' COMP_POINT=16
        $(complete -p reveille | sed 's/.*-F \\([^ ]*\\).*/\\1/') reveille s alarm 2>/dev/null || true
        printf '%s\\n' "${{COMPREPLY[@]}}" """)
    assert {"send", "show"} <= set(answer.split()), answer
    assert next(place.rglob("_reveille")).read_text().startswith("#compdef reveille")
    assert "complete -c 'reveille'" in next(place.rglob("reveille.fish")).read_text()


def the_unit_is_shut_in(release, place):
    unit = next(place.rglob("reveille.service"))
    said = ask("systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", unit)
    assert "exposure level" in said
    lines = release.unit("/usr").splitlines()
    kind = [line for line in lines if line.startswith(("Type=", "WatchdogSec="))]
    assert kind == (["Type=notify", "WatchdogSec=2min"] if release.notifies() else ["Type=exec"]), \
        f"the unit waits for what the program does not say: {kind}"


def the_dashboard_shows_metrics_that_there_are(release, place):
    """MetricsEndpointTests compares the documentation's list with the relay's."""
    known = set(re.findall(r"^\| `([a-z_`, ]+)` \|", (PROJECT / "docs/watching.md").read_text(), re.M))
    known = {name for names in known for name in names.replace("`", "").split(", ")}
    dashboard = json.loads((PROJECT / "examples/prometheus/dashboard.json").read_text())
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]
    named = {name for query in queries for name in re.findall(r"\b(?:reveille|process)_[a-z_]+", query)}
    assert len(named) > 15, named
    for name in named:
        assert name in known or re.sub(r"_(bucket|count|sum)$", "", name) in known, f"there is no metric {name}"
    ids = [panel["id"] for panel in dashboard["panels"]]
    assert len(ids) == len(set(ids)), "two panels have one id"
    rules = [{"record": f"panel:{at}", "expr": query.replace("$job", "reveille").replace("$__rate_interval", "1m")}
             for at, query in enumerate(queries)]
    (place / "rules.json").write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}))
    ask("promtool", "check", "rules", place / "rules.json")


def the_archive_unpacks_below_local(release, place):
    folders = [place / "first", place / "second"]
    for folder in folders:
        folder.mkdir()
    first, second = [tarball.make(release, folder, True) for folder in folders]
    assert first.read_bytes() == second.read_bytes(), "it is another one each time"
    with tarfile.open(first) as archive:
        for entry in archive:
            assert entry.name.startswith("reveille-") and entry.uid == 0 and entry.mtime == release.date, entry
        top = archive.getnames()[0]
        unit = archive.extractfile(f"{top}/lib/systemd/system/reveille.service").read().decode()
        assert "ExecStart=/usr/local/bin/reveille serve" in unit and "/usr/bin/" not in unit, unit
        assert f"{top}/share/reveille/config.yaml" in archive.getnames()
        assert f"{top}/share/doc/reveille/{sbom.NAME}" in archive.getnames()


def the_bill_of_materials_has_every_dependency(release, place):
    file = next(place.rglob(f"usr/share/doc/reveille/{sbom.NAME}"))
    told = json.loads(file.read_text())
    assert (told["spdxVersion"], told["dataLicense"], told["SPDXID"]) == ("SPDX-2.3", "CC0-1.0", "SPDXRef-DOCUMENT")
    assert told["name"] and told["documentNamespace"] and told["creationInfo"]["creators"], told
    assert re.fullmatch(r"\d{4}(-\d\d){2}T\d\d(:\d\d){2}Z", told["creationInfo"]["created"]), told["creationInfo"]
    ids = [one["SPDXID"] for one in told["packages"]]
    assert len(ids) == len(set(ids)), "an identifier stands twice"
    for one in told["packages"]:
        assert re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", one["SPDXID"]), one["SPDXID"]
        assert one["name"] and one["downloadLocation"] and not one["filesAnalyzed"], one
    for one in told["relationships"]:
        assert {one["spdxElementId"], one["relatedSpdxElement"]} <= {*ids, "SPDXRef-DOCUMENT"}, one
    named = {one["name"]: one for one in told["packages"]}
    for pin in json.loads((PROJECT / "Package.resolved").read_text())["pins"]:
        one = named[pin["identity"]]
        assert one["versionInfo"] == pin["state"]["version"] and pin["state"]["revision"] in one["downloadLocation"], one
        assert one["licenseDeclared"] != "NOASSERTION", f"packaging/sbom.py has no licence of {pin['identity']}"
    for library in sbom.needed(release.binary):
        package = sbom.LIBRARIES.get(library)
        runtime = re.match(r"lib(swift|_?Foundation|dispatch$|BlocksRuntime$)", library)
        assert package in named or runtime, f"packaging/sbom.py has no package of {library}"
    assert set(sbom.DATA) <= set(named), named.keys()
    assert sbom.document(release) == file.read_text(), "it is another one each time"
    layer = place / "layer"
    image.program_layer(release, layer)
    assert (layer / "usr/share/doc/reveille" / sbom.NAME).read_text() == file.read_text()


def the_compose_file_keeps_its_relay_shut_in(release, place):
    services = yaml.safe_load((PROJECT / "examples/deployment/compose.yaml").read_text())["services"]
    relay, caddy = services["relay"], services["caddy"]
    assert relay["read_only"] and relay["cap_drop"] == ["ALL"] and "ports" not in relay
    assert relay["environment"]["REVEILLE_TRUSTED_PROXIES"] == caddy["networks"]["front"]["ipv4_address"]
    unknown = {name for name in relay["environment"]} - {key["environment"] for key in release.keys()}
    assert not unknown, unknown


def the_cluster_keeps_its_relays_shut_in(release, place):
    folder = PROJECT / "examples/deployment/cluster"
    services = yaml.safe_load((folder / "compose.yaml").read_text())["services"]
    keys = release.keys()
    for relay in (services["relay1"], services["relay2"]):
        assert relay["read_only"] and relay["cap_drop"] == ["ALL"] and "ports" not in relay
        assert relay["environment"]["REVEILLE_TRUSTED_PROXIES"] == services["caddy"]["networks"]["front"]["ipv4_address"]
        unknown = set(relay["environment"]) - {key["environment"] for key in keys}
        assert not unknown, unknown
    unknown = set(yaml.safe_load((folder / "config.yaml").read_text())) - {key["key"] for key in keys}
    assert not unknown, unknown
    ask("systemd-analyze", "verify", *[str(unit) for unit in sorted(folder.glob("reveille-*.*"))])


def the_page_speaks_of_what_there_is(release, place):
    """Commands, keys and files that docs/self-hosting.md and docs/scaling.md name."""
    text = "".join((PROJECT / "docs" / name).read_text() for name in ("self-hosting.md", "scaling.md"))
    keys = {key["key"] for key in release.keys()} | {key["environment"] for key in release.keys()}
    for name in re.findall(r"`(REVEILLE_[A-Z_]+)`", text):
        assert name in keys or name in {"REVEILLE_PURGE", "REVEILLE_NAME"}, name
    for name in re.findall(r"reveillectl ([a-z-]+)", text):
        assert release.has_command(name), name
    for path in re.findall(r"\]\((\.\.?/[^)#]+|[a-z-]+\.md)", text):
        assert (PROJECT / "docs" / path).exists(), path


def main():
    release = Release(sys.argv[1])
    checks = [the_configuration_has_every_key, a_key_that_is_left_out_is_missed,
              every_default_is_what_the_relay_takes_it_for, man_pages_are_sound, completions_are_sound,
              the_unit_is_shut_in, the_dashboard_shows_metrics_that_there_are,
              the_archive_unpacks_below_local, the_bill_of_materials_has_every_dependency,
              the_compose_file_keeps_its_relay_shut_in, the_cluster_keeps_its_relays_shut_in,
              the_page_speaks_of_what_there_is]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        release.install(place, "/usr")
        for check in checks:
            try:
                check(release, place)
                print(f"✓ {check.__name__.replace('_', ' ')}")
            except AssertionError as error:
                failed += 1
                print(f"✗ {check.__name__.replace('_', ' ')}: {error}", file=sys.stderr)
    print(f"{len(checks) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
