import AlarmCore
import AlarmWire
import CurlClient
import Engine
import HummingbirdTesting
import NIOCore
import RelayTesting
import TestSupport
import Testing

import struct HTTPTypes.HTTPField
import struct HTTPTypes.HTTPFields

@testable import RelayServer

@Suite("A relay that speaks HTTP/2", .timeLimit(.minutes(10)))
struct HTTP2Tests {
    /// The number of the setting that opens windows for answers (RFC 9113, section 6.5.2).
    private static let initialWindowSize: UInt16 = 4
    private static let maxConcurrentStreams: UInt16 = 3

    /// Runs `body` with a relay that has a certificate, and the port where it listens.
    private static func with(
        _ flags: [String: String] = [:],
        _ body: @escaping @Sendable (TestRelay, TestCertificate, Int) async throws -> Void
    ) async throws {
        try await TemporaryDirectory.with { directory in
            let certificate = try TestCertificate(in: directory)
            let flags = certificate.flags.merging(flags) { $1 }
            try await TestRelay.with(flags, in: directory, under: TestClock(), through: .live) { relay in
                try await body(relay, certificate, try #require(relay.client.port))
            }
        }
    }

    /// Registers a device on a stream.
    private static func register(
        on stream: Int,
        of client: FrameClient,
        at relay: TestRelay
    ) async throws -> TestDevice {
        let key = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        let message = RegisterDevice(deviceKey: key, platform: .events)
        let fields = [("content-type", "application/json")]
        try await client.ask("POST", Endpoints.Devices.register.target, fields, body: message.wire, on: stream)
        let answer = try await client.answer(on: stream)
        try #require(answer.status == "201")
        return try await TestDevice(at: relay, try DeviceRegistered(wire: answer.body).deviceID, deviceKey: key)
    }

    /// The beginning of a request whose body never comes.
    private static func drip(on stream: Int, of client: FrameClient) async throws {
        let fields = [("content-type", "application/json"), ("content-length", "100")]
        let head = try client.head("POST", Endpoints.Devices.register.target, fields)
        try await client.send(.headers, flags: FrameClient.endHeaders, stream: stream, payload: head)
    }

    // MARK: What it does

    @Test("A client that offers HTTP/2 has it, and one that does not has HTTP/1.1", arguments: [true, false])
    func version(isNew: Bool) async throws {
        try await Self.with { _, certificate, port in
            let client = try CurlClient()
            let profile = ConnectionProfile(
                version: isNew ? .http2 : .http1,
                certificateAuthorityFile: certificate.authorityFile
            )
            for _ in 0..<3 {
                let request = HTTPRequest(url: "https://localhost:\(port)/healthz", profile: profile)
                let answer = try await client.send(request)
                #expect(answer.status == 200 && answer.failure == nil)
                #expect(answer.head.headers["strict-transport-security"] == "max-age=31536000")
            }
            await client.shutdown()
        }
    }

    @Test("An event stream and requests share a connection; a listener that has reset its stream is none any more")
    func stream() async throws {
        try await Self.with(["open-registration": "true", "limit-request-time": "10s"]) { relay, certificate, port in
            try await FrameClient.with(port: port, trusting: certificate) { client in
                let device = try await Self.register(on: 1, of: client, at: relay)
                let path = Endpoints.Sync.events.target
                let credentials = try #require(device.authorization(for: .get, path)[.authorization])
                try await client.ask("GET", path, [("authorization", credentials)], on: 3)
                let head = try #require(try await client.next(.headers, on: 3))
                #expect(head.status == "200" && !head.isEnd)
                let event = try #require(try await client.next(.data, on: 3))
                #expect(String(buffer: event.payload).contains("event:"))
                #expect(relay.relay.engine.events.count == 1)
                try await client.ask("GET", "/healthz", on: 5)
                #expect(try await client.answer(on: 5).status == "200")
                // Another stream's time is over after that of the event stream's request would have been.
                try await Self.drip(on: 7, of: client)
                #expect(try await client.answer(on: 7).status == "408")
                #expect(relay.relay.engine.events.count == 1)
                try await client.send(.reset, stream: 3, payload: ByteBuffer(integer: UInt32(8)))
                while relay.relay.engine.events.count > 0 { try await Task.yieldUnlessCancelled() }
                try await client.ask("GET", "/healthz", on: 9)
                #expect(try await client.answer(on: 9).status == "200")
            }
        }
    }

    @Test("A request that names its host in a field, as HTTP/1.1 does, is answered (RFC 9113, section 8.3.1)")
    func host() async throws {
        try await Self.with { _, certificate, port in
            try await FrameClient.with(port: port, trusting: certificate) { client in
                let head = try client.head("GET", "/healthz", [("host", "localhost")], authority: nil)
                let flags = FrameClient.endHeaders | FrameClient.endStream
                try await client.send(.headers, flags: flags, stream: 1, payload: head)
                #expect(try await client.answer(on: 1).status == "200")
            }
        }
    }

    /// The pseudo-header fields and others of a request that is none.
    enum BadHead: CaseIterable {
        case noHost, twoHosts, emptyHost, emptyAuthority, noPath

        var fields: [(String, String)] {
            let (method, scheme, path) = ((":method", "GET"), (":scheme", "https"), (":path", "/healthz"))
            let authority = (":authority", "localhost")
            switch self {
            case .noHost: return [method, scheme, path]
            case .twoHosts: return [method, scheme, path, ("host", "localhost"), ("host", "example.org")]
            case .emptyHost: return [method, scheme, path, ("host", "")]
            case .emptyAuthority: return [method, scheme, path, (":authority", "")]
            case .noPath: return [(":method", "CONNECT"), authority]
            }
        }
    }

    @Test(
        "A request that names no host, or is none otherwise, is answered with 400, and the connection goes on",
        arguments: BadHead.allCases
    )
    func badHead(_ bad: BadHead) async throws {
        try await Self.with { _, certificate, port in
            try await FrameClient.with(port: port, trusting: certificate) { client in
                let head = try client.block(bad.fields)
                try await client.send(
                    .headers,
                    flags: FrameClient.endHeaders | FrameClient.endStream,
                    stream: 1,
                    payload: head
                )
                let answer = try #require(try await client.next(.headers, on: 1))
                #expect(answer.status == "400" && answer.isEnd)
                // With a body to come, the client is told that it need not send it.
                try await client.send(.headers, flags: FrameClient.endHeaders, stream: 3, payload: head)
                let early = try #require(try await client.next(.headers, on: 3))
                #expect(early.status == "400" && early.isEnd)
                #expect(try await client.next(.reset, on: 3)?.code == 0)
                try await client.ask("GET", "/healthz", on: 5)
                #expect(try await client.answer(on: 5).status == "200")
            }
        }
    }

    @Test("A faulty request ends with its stream, and no other (RFC 9113, section 8.1.1)")
    func fault() async throws {
        try await Self.with { _, certificate, port in
            try await FrameClient.with(port: port, trusting: certificate) { client in
                let faulty = [
                    try client.head("GET", "/healthz", [("connection", "close")]),
                    try client.head("GET", "/health z"), try client.head("G T", "/healthz"),
                ]
                let flags = FrameClient.endHeaders | FrameClient.endStream
                for (head, stream) in zip(faulty, [1, 3, 5]) {
                    try await client.send(.headers, flags: flags, stream: stream, payload: head)
                    #expect(try await client.next(.reset, on: stream)?.code == FrameClient.protocolError)
                }
                try await client.ask("GET", "/healthz", on: 7)
                #expect(try await client.answer(on: 7).status == "200")
            }
        }
    }

    /// More than the 16 KiB that the fields of a request may take, and less on the wire.
    private static let wide = String(repeating: "a", count: 24_000)

    @Test("A body that is larger than allowed is refused, and so is a head")
    func large() async throws {
        try await Self.with(["open-registration": "true"]) { _, certificate, port in
            try await FrameClient.with(port: port, trusting: certificate) { client in
                let body = [UInt8](repeating: 0x20, count: 15_000)
                let fields = [("content-type", "application/json")]
                try await client.ask("POST", Endpoints.Devices.register.target, fields, body: body, on: 1)
                #expect(try await client.answer(on: 1).status == "413")
            }
            try await FrameClient.with(port: port, trusting: certificate) { client in
                try await client.ask("GET", "/healthz", [("x-large", Self.wide)], on: 1)
                #expect(try await !client.all().contains { $0.kind == .headers })
            }
        }
    }

    @Test("When the relay stops, an event stream ends in order: its listener knows that nothing is missing")
    func stop() async throws {
        let listening = SharedValue<Task<Bool, any Error>>()
        try await Self.with(["open-registration": "true"]) { relay, certificate, port in
            let (opened, continuation) = AsyncStream.makeStream(of: Void.self)
            listening.value = Task {
                defer { continuation.finish() }
                return try await FrameClient.with(port: port, trusting: certificate) { client in
                    let device = try await Self.register(on: 1, of: client, at: relay)
                    let path = Endpoints.Sync.events.target
                    let credentials = try #require(device.authorization(for: .get, path)[.authorization])
                    try await client.ask("GET", path, [("authorization", credentials)], on: 3)
                    _ = try await client.next(.data, on: 3)
                    continuation.finish()
                    return try await client.all().contains { $0.stream == 3 && $0.isEnd }
                }
            }
            for await _ in opened {}
            // Leaving this block stops the relay.
        }
        #expect(try await listening.value?.value == true)
    }

    // MARK: Its bounds

    @Test("A body that does not come in time ends in 408, and the connection goes on")
    func slow() async throws {
        try await Self.with(["limit-request-time": "10s"]) { _, certificate, port in
            try await FrameClient.with(port: port, trusting: certificate) { client in
                try await Self.drip(on: 1, of: client)
                let answer = try #require(try await client.next(.headers, on: 1))
                #expect(answer.status == "408" && answer.isEnd)
                #expect(try await client.next(.reset, on: 1)?.code == 0)
                try await client.ask("GET", "/healthz", on: 3)
                #expect(try await client.answer(on: 3).status == "200")
            }
        }
    }

    @Test("A head that does not come in time closes the connection, and the client is told")
    func slowHead() async throws {
        try await Self.with(["limit-request-time": "10s"]) { relay, certificate, port in
            try await FrameClient.with(port: port, trusting: certificate) { client in
                let head = try client.head("GET", "/healthz")
                try await client.send(.headers, flags: FrameClient.endStream, stream: 1, payload: head)
                #expect(try await client.all().contains { $0.kind == .goAway && $0.code == 0 })
            }
            // The test's own client meets the limit at the same time, and is told of first.
            relay.relay.connections.warn()
            #expect(relay.log.text.contains("slow-request 1"))
        }
    }

    @Test("More streams than allowed are refused, and the relay says beforehand how many are")
    func streams() async throws {
        try await Self.with(["limit-streams-per-connection": "2"]) { _, certificate, port in
            try await FrameClient.with(port: port, trusting: certificate) { client in
                let settings = try #require(try await client.next(.settings)).payload
                let first = settings.getInteger(at: settings.readerIndex, as: UInt16.self)
                #expect(first == Self.maxConcurrentStreams)
                #expect(settings.getInteger(at: settings.readerIndex + 2, as: UInt32.self) == 2)
                for stream in [1, 3, 5] { try await Self.drip(on: stream, of: client) }
                #expect(try await client.next(.reset)?.code == FrameClient.refusedStream)
                // A place that has been left may be taken again.
                try await client.send(.reset, stream: 3, payload: ByteBuffer(integer: UInt32(8)))
                try await client.ask("GET", "/healthz", on: 7)
                #expect(try await client.answer(on: 7).status == "200")
            }
        }
    }

    @Test("Whoever goes on opening streams that are refused is cut off")
    func refusals() async throws {
        try await Self.with(["limit-streams-per-connection": "1"]) { relay, certificate, port in
            try await FrameClient.with(port: port, trusting: certificate) { client in
                try await Self.drip(on: 1, of: client)
                // One at a time: a client that has confirmed nothing may open a hundred before it knows better.
                for number in 1...101 {
                    try await Self.drip(on: 1 + 2 * number, of: client)
                    guard try await client.next(.reset, on: 1 + 2 * number) != nil else { break }
                }
                while try await client.next() != nil {}
            }
            #expect(relay.log.text.contains("flood 1"))
        }
    }

    /// What whoever tries to keep a relay busy sends many times.
    enum Flood: CaseIterable {
        case resets, pings, settings, priorities, farewells, unknown, room, emptyBodies, faults

        func frames(_ client: FrameClient) throws -> [FrameClient.Outgoing] {
            switch self {
            case .resets:
                let head = try client.head("GET", "/healthz")
                let flags = FrameClient.endHeaders | FrameClient.endStream
                return (0..<300).flatMap { number -> [FrameClient.Outgoing] in
                    let stream = 1 + 2 * number
                    return [
                        (.headers, flags, stream, head), (.reset, 0, stream, ByteBuffer(integer: UInt32(8))),
                    ]
                }
            case .pings:
                return Array(repeating: (.ping, 0, 0, ByteBuffer(integer: UInt64(1))), count: 1200)
            case .settings:
                return Array(repeating: (.settings, 0, 0, ByteBuffer()), count: 1200)
            case .priorities:
                return Array(repeating: (.priority, 0, 1, ByteBuffer(repeating: 0, count: 5)), count: 1200)
            case .farewells:
                return Array(repeating: (.goAway, 0, 0, ByteBuffer(repeating: 0, count: 8)), count: 1200)
            case .unknown:
                return Array(repeating: (.unknown, 0, 0, ByteBuffer()), count: 1200)
            case .room:
                return Array(repeating: (.windowUpdate, 0, 0, ByteBuffer(integer: UInt32(1))), count: 1200)
            case .emptyBodies:
                let head = try client.head("POST", Endpoints.Devices.register.target)
                let empty: FrameClient.Outgoing = (.data, 0, 1, ByteBuffer())
                return [(.headers, FrameClient.endHeaders, 1, head)] + Array(repeating: empty, count: 50)
            case .faults:
                let head = try client.head("GET", "/healthz", [("connection", "close")])
                let flags = FrameClient.endHeaders | FrameClient.endStream
                return (0..<300).map { (.headers, flags, 1 + 2 * $0, head) }
            }
        }
    }

    @Test(
        "A flood of requests that are reset at once or faulty, or of frames that ask for nothing, is cut off",
        arguments: Flood.allCases
    )
    func flood(_ flood: Flood) async throws {
        try await Self.with { relay, certificate, port in
            try await FrameClient.with(port: port, trusting: certificate) { client in
                try await client.send(try flood.frames(client))
                let frames = try await client.all()
                #expect(frames.last { $0.kind == .goAway }?.code == FrameClient.enhanceYourCalm)
            }
            #expect(relay.log.text.contains("flood 1"))
            while relay.relay.bounds.count > 0 { try await Task.yieldUnlessCancelled() }
            let client = try CurlClient()
            let profile = ConnectionProfile(version: .http2, certificateAuthorityFile: certificate.authorityFile)
            let answer = try await client.send(HTTPRequest(url: "https://localhost:\(port)/healthz", profile: profile))
            #expect(answer.status == 200)
            await client.shutdown()
        }
    }

    @Test("Fields that never end are cut off before they are many")
    func continuations() async throws {
        try await Self.with { relay, certificate, port in
            try await FrameClient.with(port: port, trusting: certificate) { client in
                let head = try client.head("GET", "/healthz")
                try await client.send(.headers, flags: FrameClient.endStream, stream: 1, payload: head)
                let more: FrameClient.Outgoing = (.continuation, 0, 1, ByteBuffer(repeating: 0x40, count: 100))
                try await client.send(Array(repeating: more, count: 50))
                #expect(try await client.all().contains { $0.kind == .goAway })
            }
            #expect(relay.log.text.contains("flood 1"))
        }
    }

    @Test("An answer for which the client makes no room ends with its stream, and no other")
    func unread() async throws {
        try await Self.with(["limit-unread-time": "1s"]) { relay, certificate, port in
            let settings = [(Self.initialWindowSize, UInt32(0))]
            try await FrameClient.with(port: port, trusting: certificate, settings: settings) { client in
                try await client.ask("GET", "/healthz", on: 1)
                #expect(try await client.next(.headers, on: 1)?.status == "200")
                try await client.ask("GET", "/healthz", on: 3)
                #expect(try await client.next(.headers, on: 3)?.status == "200")
                #expect(try await client.next(.reset, on: 1) != nil)
                try await client.ask("GET", "/healthz", on: 5)
                #expect(try await client.next(.headers, on: 5)?.status == "200")
            }
            #expect(relay.log.text.contains("unread 1"))
        }
    }

    @Test("Requests on one connection are counted like those on many: too many of an address are a 429")
    func address() async throws {
        // Requests through a trusted proxy that does not name a client count in all only, and this machine is one.
        let flags = ["trusted-proxies": "192.0.2.1", "limit-requests-at-once-per-address": "1"]
        try await Self.with(flags) { relay, certificate, port in
            try await relay.relay.bounds.during([127, 0, 0, 1]) {
                // The name of this machine may mean either address.
                try await relay.relay.bounds.during([UInt8](repeating: 0, count: 8)) {
                    try await FrameClient.with(port: port, trusting: certificate) { client in
                        let target = Endpoints.Alarms.list.target
                        try await client.ask("GET", target, [("authorization", "PA1 x")], on: 1)
                        let head = try #require(try await client.next(.headers, on: 1))
                        #expect(head.status == "429")
                        #expect(head["retry-after"] == "1")
                    }
                }
            }
        }
    }
}
