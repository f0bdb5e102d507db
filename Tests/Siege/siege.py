"""Attacks a relay as strangers and registered devices could, while a couple's alarms ring.

siege.py [--short] [PART-OF-A-NAME]. REVEILLE_BINARY names the relay's program, built for release.
Prints a table, and fails where a bound is broken.
"""
import math, os, resource, sys, time

from attacks import LOOKED_AT, PLAYED, PLAYED_ON_HTTP2, apart
from stage import Bystander, Canary, stage

# How late rings may be at the gateway, in milliseconds: 99 in a hundred, and the latest. Attackers, relay and gateway
# share the processors. The short form runs beside other work, and only shows that nothing has come loose.
PROMISED, LATEST, LATEST_BESIDE_OTHERS = 100, 1_000, 3_000
# The most memory, and the most that the log may grow in an attack, in megabytes.
MEMORY, LOG = 256, 1


def play(attack, relay, canary, seconds, is_short):
    relay.forget_memory()
    logged, begin = relay.log_bytes(), time.time() + 2 + seconds * 0.15
    canary.set(begin, seconds)
    with Bystander(relay) as bystander:
        process, found = apart(attack, relay, begin - time.time() + seconds)
        process.join(begin - time.time() + seconds + 60)
        told = "the attack did not end" if process.is_alive() else found.get()
        process.kill()
    lateness = canary.lateness()
    most, late, memory = lateness[math.ceil(len(lateness) * 0.99) - 1], lateness[-1], relay.memory()
    grown = (relay.log_bytes() - logged) / 1e6
    faults = [told] if told else []
    if most > PROMISED and not is_short:
        faults.append(f"one ring in a hundred was {most:,.0f} ms late")
    if late > (LATEST_BESIDE_OTHERS if is_short else LATEST):
        faults.append(f"a ring was {late / 1000:.1f} s late")
    if memory > MEMORY:
        faults.append(f"{memory:.0f} MB of memory")
    if grown > LOG:
        faults.append(f"{grown:.0f} MB of log")
    answered = sum(bystander.answers) / max(len(bystander.answers), 1)
    if answered < 0.9:
        faults.append("others were not answered")
    print(f"| {name(attack)} | {most:,.0f} ms | {late:,.0f} ms | {memory:.0f} MB | {grown * 1000:.0f} kB |"
          f" {answered:.0%}, {bystander.slowest:.1f} s | {'; '.join(faults) or 'held'} |", flush=True)
    return faults


def look(attack, relay):
    told = attack(relay, 0)
    print(f"| {name(attack)} | | | | | | {told or 'held'} |", flush=True)
    return [told] if told else []


def name(attack):
    return attack.__name__.replace("_", " ")


def main():
    arguments = [one for one in sys.argv[1:] if one != "--short"]
    is_short = "--short" in sys.argv
    seconds = 4 if is_short else 10
    wanted = arguments[0] if arguments else ""
    if not os.access(os.environ.get("REVEILLE_BINARY", ""), os.X_OK):
        sys.exit("REVEILLE_BINARY has to name the relay's program: `make siege` does.")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    faults, began = [], time.monotonic()
    print("| attack | ring, p99 | latest | memory | log | others answered, slowest | |\n|---|--:|--:|--:|--:|--:|---|")
    for is_secure, played, looked_at in [(False, PLAYED, LOOKED_AT), (True, PLAYED_ON_HTTP2, [])]:
        played, looked_at = ([attack for attack in some if wanted in attack.__name__] for some in (played, looked_at))
        if not played and not looked_at:
            continue
        with stage(os.environ["REVEILLE_BINARY"], is_secure) as (relay, gateway):
            canary = Canary(relay, gateway)
            for attack in played:
                faults += play(attack, relay, canary, seconds, is_short)
            for attack in looked_at:
                faults += look(attack, relay)
    print(f"{time.monotonic() - began:.0f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
