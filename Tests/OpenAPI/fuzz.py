"""Asks a running relay whatever docs/openapi.yaml allows, and more, and compares every answer with that file.

fuzz.py [--seconds 30] [--seed N] [OPERATION]. REVEILLE_BINARY names the relay's program.
Fails where an answer is 5xx, has a status, a media type or a header that the file does not name, or a body that is not
what the file says. schemathesis makes the requests and judges the answers; here they are sealed, by devices that have
registered and paired, and take identifiers and tokens from earlier answers, so that they get beyond the first check.
"""
import argparse, copy, json, os, pathlib, random, sys, tempfile, time, warnings

import hypothesis, requests, schemathesis, yaml
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance, response_headers_conformance, response_schema_conformance, status_code_conformance)

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(PROJECT / "Tests/Siege"))
from device import Device, b64, pair, words  # noqa: E402
from stage import Relay  # noqa: E402

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_headers_conformance,
          response_schema_conformance]
# Requests of one operation before the next one has its turn.
TURN = 4
# Operations before other people take their place.
SCENE = 40
# How many requests in a hundred come without a good envelope, to see the refusals as well.
UNSEALED = 6
# How often a value of a request is taken from an earlier answer where one fits.
KNOWN = 0.7
# Of what the identifier in a path is, besides those that earlier answers under it had.
IN_PATH = {
    "/v1/circles": ["circleId"], "/v1/invites": ["inviteId"], "/v1/devices": ["deviceId"], "/v1/pairs": ["pairId"],
    "/v1/consent": ["pairId", "personId"], "/v1/care": ["alertId", "circleId"], "/v1/reminders": ["reminderId"],
    "/v1/contacts": ["contactId"], "/v1/check-ins": ["linkId"],
}
# An answer without an end.
ENDLESS = {"/v1/events"}
# Nothing but the limits themselves would be tried.
GENEROUS = {
    "REQUESTS_PER_HOUR": 10_000, "REQUESTS_PER_DAY": 100_000, "RINGS_PER_DAY": 100_000, "PENDING_ALARMS": 10_000,
    "REPORTS_PER_HOUR": 10_000, "REPORTS_PER_DAY": 100_000, "KEPT_ANSWERS": 1_000_000, "OPEN_INVITES": 100,
    "OPEN_INVITATIONS": 100, "INVITES_PER_HOUR": 10_000, "INVITES_PER_DAY": 10_000, "CHECK_INS_PER_HOUR": 1_000,
    "CLAIMS_PER_MINUTE": 1_000, "DEVICES_PER_PERSON": 100, "CONTACTS": 100, "DRAIN": "0s",
}
# What no pattern tells: sealed words are whatever a JWE looks like, since the relay cannot open them.
LIKELY = dict.fromkeys(["message", "box", "hello", "words", "reply", "parcel", "reason"], lambda _: words()) | {
    "timeZone": lambda chance: chance.choice(["Europe/Berlin", "Asia/Taipei", "America/New_York", "UTC"]),
    "repeat": lambda chance: chance.choice(["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,WE", "FREQ=MONTHLY;BYMONTHDAY=31"]),
    "email": lambda chance: f"{chance.randrange(1000)}@example.org",
    "phone": lambda _: "+491701234567",
    "language": lambda chance: chance.choice(["en", "zh-Hans", "zh-Hant"]),
}


class Nothing:
    """No push gateway, and no mail server."""

    @staticmethod
    def environment():
        return {}


def opened(document):
    """The document with what is inside of envelopes in their place, for requests to be made of."""
    document = copy.deepcopy(document)
    document.pop("security", None)
    document["components"].pop("securitySchemes", None)
    for path in ENDLESS:
        document["paths"].pop(path, None)
    for item in document["paths"].values():
        for operation in item.values():
            if not isinstance(operation, dict):
                continue
            # Without an entry of its own, an operation has the envelope of the whole file in `Authorization`.
            operation["x-sealed"] = "security" not in operation
            operation.pop("security", None)
            if "$ref" in operation.get("requestBody", {}):
                operation["x-sealed"] = True
                schema = operation.get("x-envelope-body")
                operation.pop("requestBody")
                if schema:
                    operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return document


class Known:
    """Identifiers and tokens of the answers to one device, by the name that they had."""

    def __init__(self, chance):
        self.chance, self.values = chance, {}

    def learn(self, path, node):
        if isinstance(node, dict):
            for name, value in node.items():
                if isinstance(value, str) and (name == "id" or name.endswith(("Id", "Token", "locator"))):
                    key = "/".join(path.split("/")[:3]) if name == "id" else name
                    values = self.values.setdefault(key, [])
                    if value not in values:
                        values.append(value)
                    # The newest are the likeliest to be still there.
                    del values[:-20]
                self.learn(path, value)
        elif isinstance(node, list):
            for value in node:
                self.learn(path, value)

    def pick(self, *keys):
        """A value under one of the keys; nil where there is none, or to try something unknown."""
        found = [value for key in keys for value in self.values.get(key, [])]
        return self.chance.choice(found) if found and self.chance.random() < KNOWN else None

    def in_path(self, path, name):
        own = "/".join(path.split("/")[:3])
        kinds = [] if name == "person" else [own, *IN_PATH.get(own, [])]
        return self.pick(*kinds) if kinds else self.pick("personId")

    def fill(self, node):
        if isinstance(node, dict):
            for name, value in node.items():
                if name == "toToken":
                    node[name] = self.pick("partnerToken") or value
                elif name == "time" and isinstance(value, str) and "timeZone" in node and self.chance.random() < KNOWN:
                    # A time of a zone's clocks has no offset.
                    node[name] = time.strftime("%Y-%m-%dT09:00:00", time.gmtime(time.time() + 172_800))
                elif name == "id" and self.chance.random() < KNOWN:
                    # Identifiers are made by the client.
                    node[name] = b64(self.chance.randbytes(16))
                elif name in ("time", "until") and isinstance(value, str) and self.chance.random() < KNOWN:
                    at = time.time() + self.chance.uniform(60, 86_400)
                    node[name] = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))
                elif isinstance(value, str) and (known := self.pick(name)):
                    node[name] = known
                elif name in LIKELY and isinstance(value, str) and self.chance.random() < KNOWN:
                    node[name] = LIKELY[name](self.chance)
                else:
                    self.fill(value)
        elif isinstance(node, list):
            for value in node:
                self.fill(value)


class Fuzz:
    def __init__(self, relay, document, seed):
        self.relay, self.chance = relay, random.Random(seed)
        self.base, self.session = f"http://127.0.0.1:{relay.port}", requests.Session()
        self.known, self.faults, self.statuses, self.done = {}, {}, {}, set()
        self.schema = schemathesis.openapi.from_dict(opened(document))
        self.operations = [result.ok() for result in self.schema.get_all_operations()]
        self.cast()

    def cast(self):
        """Registers a couple, one with a family, a care circle and a check-in, and somebody whom nobody knows."""
        self.people = [Device(self.relay.port) for _ in range(3)]
        self.known = {device: Known(self.chance) for device in self.people}
        ana, ben, _ = self.people
        self.known[ana].learn("", {"partnerToken": pair(ana, ben)})
        for device in (ana, ben):
            self.known[device].learn("/v1/pairs", device.call("GET", "/v1/pairs"))
        for kind in ("family", "care"):
            circle = ana.call("POST", "/v1/circles", {"kind": kind, "name": kind, "displayName": "Ana"})
            self.known[ana].learn("/v1/circles", circle)
            if kind == "family":
                self.known[ana].learn("/v1/reminders", self.remind(ana, circle))
        ana.call("PUT", "/v1/check-ins/plan", {"name": "Ana", "timeZone": "Europe/Berlin"})

    @staticmethod
    def remind(ana, circle):
        """Sets a reminder for Ana herself."""
        person = circle["members"][0]["personId"]
        return ana.call("POST", f"/v1/circles/{circle['circleId']}/reminders", {
            "reminderId": b64(os.urandom(16)), "assignee": person, "sealed": [{"personId": person, "words": words()}],
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 86_400)), "timeZone": "UTC"})

    def knowing(self, sender):
        """What the sender was told; now and then what somebody else was."""
        return self.known[self.chance.choice(self.people) if sender is None or self.chance.random() < 0.1 else sender]

    def request(self, case):
        """The request as it goes over the wire, who sends it, and what is in its envelope."""
        definition, path = case.operation.definition.raw, case.operation.path
        sender = self.chance.choice(self.people) if definition["x-sealed"] else None
        known = self.knowing(sender)
        case.path_parameters = {name: known.in_path(path, name) or value
                                for name, value in (case.path_parameters or {}).items()}
        body = case.body if definition.get("requestBody") else None
        body = None if isinstance(body, schemathesis.core.NotSet) else body
        known.fill(body)
        prepared = requests.Request(case.method, self.base + case.formatted_path, params=case.query or None).prepare()
        if sender is None:
            if body is not None:
                is_form = "application/x-www-form-urlencoded" in (case.media_type or "")
                given = {"data" if is_form else "json": body}
                prepared = requests.Request(case.method, prepared.url, **given).prepare()
            return prepared, None, body
        # A device that removes itself, or everything of its person, must not be one that others need.
        if path in ("/v1/me", "/v1/devices/{id}") and case.method == "DELETE":
            sender = Device(self.relay.port)
        data, headers = sender.request(case.method, prepared.path_url, body)
        if self.chance.random() * 100 < UNSEALED:
            sender = None
            damaged = self.chance.choice(["", "x", "....", b64(self.chance.randbytes(90))])
            data, headers = (damaged, headers) if data is not None else (None, {"Authorization": f"PA1 {damaged}"})
        prepared.headers.update(headers)
        if data is not None:
            prepared.prepare_body(data, None)
            prepared.headers["Content-Type"] = "application/jose"
        return prepared, sender, body

    def play(self, case):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            prepared, sender, body = self.request(case)
        answer = self.session.send(prepared, timeout=30)
        label = case.operation.label
        self.statuses[answer.status_code] = self.statuses.get(answer.status_code, 0) + 1
        if answer.ok:
            self.done.add(label)
            if sender in self.known and "json" in answer.headers.get("Content-Type", "") and answer.content:
                self.known[sender].learn(case.operation.path, answer.json())
        try:
            case.validate_response(answer, checks=CHECKS)
        except BaseExceptionGroup as group:
            for failure in group.exceptions:
                self.fault(label, type(failure).__name__, str(failure), prepared, body, answer)
        if answer.status_code == 401 and sender is not None:
            self.refused(label, sender, prepared, body, answer)

    def refused(self, label, sender, prepared, body, answer):
        """A right envelope is refused where its device is gone, and nowhere else."""
        if requests.get(self.base + "/v1/devices", timeout=30,
                        headers=sender.request("GET", "/v1/devices")[1]).status_code == 401:
            if sender in self.people:
                self.cast()
        else:
            self.fault(label, "RefusedEnvelope", "a right envelope is refused", prepared, body, answer)

    def fault(self, label, kind, text, prepared, body, answer):
        asked = f"{prepared.method} {prepared.path_url} {json.dumps(body, ensure_ascii=False)[:600] if body else ''}"
        told = answer.content.decode(errors="replace")[:600]
        first = "\n    ".join(text.strip().split("\n")[:12])
        self.faults.setdefault((label, kind, first.split("\n")[0]),
                               f"{label}: {first}\n    asked: {asked}\n    answered: {answer.status_code} {told}")

    def run(self, seconds, wanted):
        end, turn = time.monotonic() + seconds, 0
        operations = [one for one in self.operations if wanted in (one.label, one.definition.raw["operationId"], "")]
        while time.monotonic() < end:
            self.chance.shuffle(operations)
            for operation in operations:
                turn += 1
                if time.monotonic() >= end:
                    break
                # What they had, they have taken back or ended in the meantime.
                if turn % SCENE == 0:
                    self.cast()
                self.take_turn(operation, turn)
        return len(operations)

    def take_turn(self, operation, turn):
        @hypothesis.seed(self.chance.getrandbits(32))
        @hypothesis.settings(max_examples=TURN, deadline=None, database=None, phases=[hypothesis.Phase.generate],
                             suppress_health_check=list(hypothesis.HealthCheck), derandomize=False)
        @hypothesis.given(case=operation.as_strategy())
        def play(case):
            self.play(case)

        play()


def notices(relay, document):
    """Whether a status, a media type and a member are missed that a changed document promises."""
    document = copy.deepcopy(document)
    document["components"]["schemas"]["DeviceList"]["required"].append("nothing")
    document["paths"]["/healthz"]["get"]["responses"]["200"]["content"] = {"text/plain": {"schema": {"type": "string"}}}
    del document["paths"]["/v1/pairs"]["get"]["responses"]["200"]
    fuzz = Fuzz(relay, document, 0)
    changed = {"listDevices": "GET /v1/devices", "alive": "GET /healthz", "listPairs": "GET /v1/pairs"}
    for operation, label in changed.items():
        end = time.monotonic() + 20
        # One of them may go without an envelope, and be refused.
        while all(label != one for one, _, _ in fuzz.faults):
            if time.monotonic() > end:
                return False
            fuzz.run(0.1, operation)
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("wanted", nargs="?", default="")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(32))
    arguments = parser.parse_args()
    binary = os.environ.get("REVEILLE_BINARY", "")
    if not os.access(binary, os.X_OK):
        sys.exit("REVEILLE_BINARY has to name the relay's program: `make test-openapi` does.")
    print(f"seed {arguments.seed}", flush=True)
    document = yaml.safe_load((PROJECT / "docs/openapi.yaml").read_text(encoding="utf-8"))
    more = {f"REVEILLE_LIMIT_{name}": str(value) for name, value in GENEROUS.items()}
    more["REVEILLE_OPEN_REGISTRATION"] = "true"
    with tempfile.TemporaryDirectory(prefix="reveille-openapi-") as folder:
        relay = Relay(os.path.abspath(binary), folder, Nothing(), Nothing(), **more)
        try:
            if not notices(relay, document):
                sys.exit("an answer that is not as described is not noticed")
            fuzz = Fuzz(relay, document, arguments.seed)
            count = fuzz.run(arguments.seconds, arguments.wanted)
            if relay.process.poll() is not None:
                fuzz.faults["ended"] = f"the relay has ended: {relay.said()}"
        finally:
            relay.process.terminate()
            relay.process.wait(30)
    told = ", ".join(f"{count} times {status}" for status, count in sorted(fuzz.statuses.items()))
    print(f"{sum(fuzz.statuses.values())} requests of {count} operations, {len(fuzz.done)} of which succeeded: {told}")
    for text in fuzz.faults.values():
        print(text, file=sys.stderr)
    print(f"{len(fuzz.faults)} faults" if fuzz.faults else "every answer is as described")
    return 1 if fuzz.faults else 0


if __name__ == "__main__":
    sys.exit(main())
