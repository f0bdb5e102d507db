"""Checks that what apps for Apple's systems are built on reaches no library of C there, and no other package."""
import copy, json, pathlib, subprocess, sys

PROJECT = pathlib.Path(__file__).resolve().parents[2]
PRODUCTS = {"DeviceKit", "AlarmCore", "AlarmWire"}
PLATFORMS = {"ios", "macos"}


def dependencies(target):
    """What a target depends on on Apple's systems, each with its kind: of a target, a product, or either."""
    for dependency in target["dependencies"]:
        (kind, parts), = dependency.items()
        condition = parts[-1] or {}
        platforms = set(condition.get("platformNames") or PLATFORMS)
        if platforms & PLATFORMS:
            yield kind, parts[0]


def reached(manifest):
    """The targets that the products reach, and the products of other packages."""
    targets = {target["name"]: target for target in manifest["targets"]}
    waiting = [name for product in manifest["products"] if product["name"] in PRODUCTS for name in product["targets"]]
    own, foreign = set(), set()
    while waiting:
        name = waiting.pop()
        if name in own:
            continue
        own.add(name)
        for kind, other in dependencies(targets[name]):
            if kind != "product" and other in targets:
                waiting.append(other)
            else:
                foreign.add(other)
    return {name: targets[name] for name in own}, foreign


def faults(manifest):
    products = {product["name"] for product in manifest["products"]}
    platforms = {platform["platformName"]: platform["version"] for platform in manifest["platforms"]}
    found = [f"there is no product {name}" for name in sorted(PRODUCTS - products)]
    found += [f"{name} {version} is not declared" for name, version in [("ios", "18.0"), ("macos", "15.0")]
              if platforms.get(name) != version]
    own, foreign = reached(manifest)
    found += [f"{name} of another package is reached" for name in sorted(foreign)]
    for name, target in sorted(own.items()):
        folder = PROJECT / (target.get("path") or f"Sources/{name}")
        if target["type"] == "system" or not any(folder.rglob("*.swift")):
            found.append(f"{name}, a library of C, is reached")
        if any("linkedLibrary" in setting["kind"] for setting in target["settings"]):
            found.append(f"{name} links a library")
    return found


def main():
    text = subprocess.run(["swift", "package", "--ignore-lock", "--package-path", PROJECT, "dump-package"],
                          check=True, capture_output=True, text=True).stdout
    manifest = json.loads(text)
    found = faults(manifest)
    # What a target of the device side would reach if it were not for Linux alone.
    careless = copy.deepcopy(manifest)
    for target in careless["targets"]:
        if target["name"] == "Sealing":
            target["dependencies"] = [{kind: [*parts[:-1], None]} for one in target["dependencies"]
                                      for kind, parts in one.items()]
    missed = {"COpenSSL, a library of C, is reached", "Crypto of another package is reached"} - set(faults(careless))
    assert not missed, f"not noticed: {missed}"
    for fault in found:
        print(f"On Apple's systems, {fault}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
