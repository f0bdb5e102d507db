"""The bill of materials of a release, in SPDX 2.3: the Swift packages compiled in, and the system libraries it loads."""
import hashlib, json, pathlib, re, subprocess, time

PROJECT = pathlib.Path(__file__).resolve().parents[1]
NAME = "reveille.spdx.json"
# Licences as the packages' own files state them. A package that is not here is given none.
LICENCES = {
    "async-http-client": "Apache-2.0", "grdb.swift": "MIT", "hummingbird": "Apache-2.0", "swift-algorithms": "Apache-2.0",
    "swift-argument-parser": "Apache-2.0", "swift-asn1": "Apache-2.0", "swift-async-algorithms": "Apache-2.0",
    "swift-atomics": "Apache-2.0", "swift-certificates": "Apache-2.0", "swift-collections": "Apache-2.0",
    "swift-configuration": "Apache-2.0", "swift-crypto": "Apache-2.0", "swift-distributed-tracing": "Apache-2.0",
    "swift-http-structured-headers": "Apache-2.0", "swift-http-types": "Apache-2.0", "swift-log": "Apache-2.0",
    "swift-metrics": "Apache-2.0", "swift-nio": "Apache-2.0", "swift-nio-extras": "Apache-2.0",
    "swift-nio-http2": "Apache-2.0", "swift-nio-ssl": "Apache-2.0", "swift-nio-transport-services": "Apache-2.0",
    "swift-numerics": "Apache-2.0", "swift-service-context": "Apache-2.0", "swift-service-lifecycle": "Apache-2.0",
    "swift-system": "Apache-2.0", "yams": "MIT",
}
# Debian 12's packages of what the program loads, by the library's name without its version.
LIBRARIES = {
    "libc": "libc6", "libm": "libc6", "libpthread": "libc6", "libdl": "libc6", "ld-linux-x86-64": "libc6",
    "ld-linux-aarch64": "libc6", "libgcc_s": "libgcc-s1", "libstdc++": "libstdc++6", "libcrypto": "libssl3",
    "libssl": "libssl3", "libcurl": "libcurl4", "libpq": "libpq5", "libqrencode": "libqrencode4", "libsqlite3": "libsqlite3-0",
    "libz": "zlib1g",
}
# What the program reads.
DATA = ["ca-certificates", "tzdata"]


def resolved():
    """The packages that the build resolved, each at one revision."""
    file = PROJECT / "Package.resolved"
    if not file.exists():
        raise SystemExit(f"{file} is missing, from which the bill of materials is made: run swift package resolve")
    return json.loads(file.read_text())["pins"]


def needed(binary):
    """The libraries that the program itself names, by their names without a version."""
    listing = subprocess.run(["readelf", "--dynamic", "--wide", binary], check=True, capture_output=True, text=True)
    return sorted(set(re.findall(r"\(NEEDED\).*\[(.+?)\.so", listing.stdout)))


def system_packages(binary):
    """The Debian packages of those libraries, and of what is read; a Swift runtime has no package."""
    return sorted({LIBRARIES[name] for name in needed(binary) if name in LIBRARIES} | set(DATA))


def swift_package(pin):
    location = pin["location"].removesuffix(".git")
    version = pin["state"].get("version") or pin["state"]["revision"]
    purl = f"pkg:swift/{location.removeprefix('https://')}@{version}"
    return {
        "SPDXID": f"SPDXRef-swift-{pin['identity'].replace('.', '-')}",
        "name": pin["identity"],
        "versionInfo": version,
        "downloadLocation": f"git+{location}.git@{pin['state']['revision']}",
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": LICENCES.get(pin["identity"], "NOASSERTION"),
        "copyrightText": "NOASSERTION",
        "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}],
    }


def system_package(name):
    """Without a version: the system's own is used."""
    return {
        "SPDXID": f"SPDXRef-debian-{name.replace('+', 'plus')}",
        "name": name,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": "NOASSERTION",
        "copyrightText": "NOASSERTION",
        "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                          "referenceLocator": f"pkg:deb/debian/{name.replace('+', '%2B')}"}],
    }


def document(release):
    """The whole document. Its only time is the release's."""
    own = {
        "SPDXID": "SPDXRef-reveille",
        "name": "reveille",
        "versionInfo": release.version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": "Apache-2.0",
        "copyrightText": "NOASSERTION",
    }
    compiled = [swift_package(pin) for pin in sorted(resolved(), key=lambda pin: pin["identity"])]
    loaded = [system_package(name) for name in system_packages(release.binary)]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", own["SPDXID"])]
    relations += [(own["SPDXID"], "DEPENDS_ON", one["SPDXID"]) for one in compiled + loaded]
    content = json.dumps([own, compiled, loaded], sort_keys=True).encode()
    return json.dumps({
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"reveille-{release.version}",
        "documentNamespace": f"urn:sha256:{hashlib.sha256(content).hexdigest()}",
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(release.date)),
            "creators": ["Tool: reveille-packaging"],
        },
        "packages": [own, *compiled, *loaded],
        "relationships": [{"spdxElementId": first, "relationshipType": kind, "relatedSpdxElement": second}
                          for first, kind, second in relations],
    }, indent=1, sort_keys=True) + "\n"
