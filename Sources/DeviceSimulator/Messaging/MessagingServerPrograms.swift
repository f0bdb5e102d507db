/// The Python programs of a scenario's mail server and SMS provider.
enum MessagingServerPrograms {
    static func program(for service: MessagingService) -> String {
        common + "\n" + (service == .mail ? mail : messages) + "\nasyncio.run(run(listen))\n"
    }

    /// Shared code: take orders from the standard input until it is closed, and report in lines of JSON.
    private static let common = """
        import asyncio, json, sys

        state = {"ill": False}
        connections, busy = set(), set()

        def tell(**facts):
            sys.stdout.write(json.dumps(facts) + "\\n")
            sys.stdout.flush()

        def begin(connection):
            busy.add(connection)
            tell(busy=len(busy))

        def finish(connection):
            busy.discard(connection)
            tell(busy=len(busy))

        async def run(listen):
            server = await listen(0)
            port = server.sockets[0].getsockname()[1]
            tell(port=port)
            orders = asyncio.StreamReader()
            await asyncio.get_running_loop().connect_read_pipe(
                lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
            while order := (await orders.readline()).decode().strip():
                if order == "down":
                    server.close()
                    for connection in list(connections): connection.abort()
                elif order == "up": server = await listen(port)
                else: state["ill"] = order == "fails"
                tell(done=order)
            sys.exit()
        """

    /// A mail server: aiosmtpd, with Python's own parser for messages.
    private static let mail = """
        import email, email.policy
        try: from aiosmtpd.smtp import SMTP
        except ImportError:
            tell(missing="aiosmtpd")
            sys.exit(1)

        class Server(SMTP):
            def connection_made(self, transport):
                connections.add(transport)
                begin(transport)
                self.own = transport
                super().connection_made(transport)
            def connection_lost(self, error):
                connections.discard(self.own)
                finish(self.own)
                super().connection_lost(error)

        class Box:
            async def handle_RCPT(self, server, session, envelope, address, options):
                if state["ill"]:
                    tell(refused=address)
                    finish(server.own)
                    return "451 4.3.0 not now"
                envelope.rcpt_tos.append(address)
                return "250 2.1.5 ok"
            async def handle_DATA(self, server, session, envelope):
                letter = email.message_from_bytes(envelope.content, policy=email.policy.default)
                text = letter.get_body(("plain",)).get_content()
                for address in envelope.rcpt_tos:
                    tell(message={"to": address, "subject": str(letter["subject"]), "text": text})
                finish(server.own)
                return "250 2.0.0 taken"

        async def listen(port):
            make = lambda: Server(Box(), hostname="mail.example", loop=asyncio.get_running_loop())
            return await asyncio.get_running_loop().create_server(make, "127.0.0.1", port)
        """

    /// An imitation of Twilio's API: each posted form makes a new message, whose status is always delivered, or a call.
    ///
    /// In a call it asks the relay what to say, signs its requests as Twilio does, and presses 1 for those who do; a
    /// voicemail hears all of it and presses nothing.
    private static let messages = """
        import base64, hashlib, hmac, itertools, os, urllib.parse, urllib.request
        import xml.etree.ElementTree as xml

        numbers = itertools.count(1)
        presses = set(os.environ.get("PRESSES", "").split())
        calls = set()

        def post(url, fields):
            signed = url + "".join(name + fields[name] for name in sorted(fields))
            code = base64.b64encode(hmac.new(b"secret", signed.encode(), hashlib.sha1).digest()).decode()
            request = urllib.request.Request(
                url, urllib.parse.urlencode(fields).encode(), {"X-Twilio-Signature": code}, method="POST")
            with urllib.request.urlopen(request, timeout=60) as response: return response.read()

        def spoken(document): return " ".join(say.text or "" for say in document.iter("Say"))

        def talk(form, sid):
            fields = {"CallSid": sid, "To": form["To"], "From": form["From"], "CallStatus": "in-progress"}
            document = xml.fromstring(post(form["Url"], fields))
            words, gather = spoken(document), document.find("Gather")
            if gather is not None and form["To"] in presses:
                reply = xml.fromstring(post(gather.get("action"), {**fields, "Digits": "1"}))
                words += " 1 " + spoken(reply)
            post(form["StatusCallback"], {**fields, "CallStatus": "completed"})
            return words

        async def call(form, sid):
            try: words = await asyncio.to_thread(talk, form, sid)
            except Exception as error: words = f"the call fails: {error}"
            tell(message={"to": form["To"], "subject": "", "text": words, "isCall": True})
            finish(sid)

        def answer(head, body):
            if head.startswith("get "):
                sid = "SM" + head.split()[1].split("/sm")[-1].removesuffix(".json")
                return "200 OK", {"sid": sid, "status": "delivered", "error_code": None}
            form = {name: values[0] for name, values in urllib.parse.parse_qs(body).items()}
            if state["ill"]:
                tell(refused=form.get("To", ""))
                return "503 Service Unavailable", {"code": 20503, "message": "not now"}
            if "/calls.json" in head.split()[1]:
                sid = "CA%032x" % next(numbers)
                # Nobody lets time pass while somebody talks.
                begin(sid)
                talking = asyncio.ensure_future(call(form, sid))
                calls.add(talking)
                talking.add_done_callback(calls.discard)
                return "201 Created", {"sid": sid, "status": "queued"}
            tell(message={"to": form.get("To", ""), "subject": "", "text": form.get("Body", "")})
            return "201 Created", {"sid": "SM%032x" % next(numbers), "status": "queued", "error_code": None}

        async def serve(reader, writer):
            connection = writer.transport
            connections.add(connection)
            begin(connection)
            try:
                while True:
                    first = await reader.readexactly(1)
                    begin(connection)
                    head = (first + await reader.readuntil(b"\\r\\n\\r\\n")).decode("latin-1").lower()
                    sizes = [line[15:] for line in head.split("\\r\\n") if line.startswith("content-length:")]
                    size = int(sizes[0]) if sizes else 0
                    status, fields = answer(head, (await reader.readexactly(size)).decode())
                    text = json.dumps(fields)
                    writer.write(f"HTTP/1.1 {status}\\r\\nContent-Type: application/json\\r\\n"
                                 f"Content-Length: {len(text)}\\r\\n\\r\\n{text}".encode())
                    finish(connection)
            except (asyncio.IncompleteReadError, ConnectionError): pass
            finally:
                connections.discard(connection)
                finish(connection)
                writer.close()

        async def listen(port): return await asyncio.start_server(serve, "127.0.0.1", port)
        """
}
