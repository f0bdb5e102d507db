import Foundation
import TestSupport

extension PushLoad {
    /// The only device that aioapns pushes to: nghttpd answers only paths for which it has a file.
    static let onlyToken = String(repeating: "5e", count: 32)

    /// Pushes with aioapns, the client of most relays in Python, on one connection.
    ///
    /// It matches an answer to its request by an `apns-id`, which nghttpd does not send, so the script adds it to the
    /// answers; and it expects JSON in every DATA frame, where nghttpd sends one without content.
    private static let script = """
        import asyncio, json, ssl, sys, time
        from aioapns import APNs, NotificationRequest, PushType
        from aioapns.connection import APNsTLSClientProtocol
        from h2.events import ResponseReceived

        port, authority, key, token, count, in_flight = sys.argv[1:]

        class Protocol(APNsTLSClientProtocol):
            APNS_SERVER = "localhost"
            APNS_PORT = int(port)

            def __init__(self, *arguments, **options):
                super().__init__(*arguments, **options)
                receive = self.conn.receive_data

                def named(data):
                    events = receive(data)
                    for event in events:
                        if isinstance(event, ResponseReceived):
                            name = self.request_streams.pop(event.stream_id).encode()
                            event.headers = list(event.headers) + [(b"apns-id", name)]
                    return events

                self.conn.receive_data = named

            def on_data_received(self, data, stream_id):
                pass

        async def main():
            context = ssl.create_default_context(cafile=authority)
            context.set_alpn_protocols(["h2"])
            client = APNs(
                key=open(key).read(), key_id="ABCDE12345", team_id="TEAM567890", topic="com.example.app",
                max_connections=1, ssl_context=context,
            )
            client.pool.protocol_class = Protocol
            message = {"aps": {"alert": "x" * 277}}
            failures = 0

            async def push(times):
                nonlocal failures
                for _ in range(times):
                    result = await client.send_notification(NotificationRequest(
                        device_token=token, message=message, priority=10, time_to_live=60,
                        collapse_key="alarm.ring", push_type=PushType.ALERT,
                    ))
                    failures += 0 if result.is_successful else 1

            await push(1)
            start = time.perf_counter()
            await asyncio.gather(*[push(int(count) // int(in_flight)) for _ in range(int(in_flight))])
            seconds = time.perf_counter() - start
            client.pool.close()
            print(json.dumps({
                "requests": int(count) // int(in_flight) * int(in_flight), "failures": failures, "seconds": seconds,
            }))

        asyncio.run(main())
        """

    /// Pushes a tenth as many as the others, because aioapns is so much slower.
    func runAioapns(keyFile: String, port: Int, log: String) async throws -> Run {
        let python = try Self.python()
        let output = try await python.output(
            of: ["-c", Self.script, "\(port)", authorityFile, keyFile, Self.onlyToken, "\(count / 10)", "\(inFlight)"],
            log: log
        )
        return try Self.run(output, of: "aioapns")
    }

    /// Returns a Python that has aioapns: the tests' own, under the name by which it finds its packages.
    private static func python() throws -> Tool {
        let places = [
            try Tool.this().executable.deletingLastPathComponent().appending(path: "../../test-python/bin/python3"),
            URL(fileURLWithPath: ".build/test-python/bin/python3"),
        ]
        guard let place = places.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            throw Tool.Failure.missing("aioapns", package: "aioapns from PyPI into .build/test-python")
        }
        return Tool(executable: place)
    }
}
