#if canImport(Darwin) || !OpenSSL
import AlarmCore
import AlarmWire
import DeviceKit
import Foundation
import TestSupport
import Testing

@Suite("Requests and streams on URLSession")
struct URLSessionTransportTests {
    private let transport = URLSessionTransport()

    private func request(
        _ origin: String,
        _ method: RequestMethod = .get,
        _ target: String = "/v1/alarms",
        headers: [WireRequest.Header] = [],
        body: String = ""
    ) throws -> WireRequest {
        WireRequest(
            origin: try Origin(origin),
            method: method,
            target: target,
            headers: headers,
            body: Array(body.utf8)
        )
    }

    @Test("A request goes out as it was given, and the whole answer comes back, whatever its status")
    func exchange() async throws {
        let server = try HTTPStandIn()
        let origin = "http://127.0.0.1:\(server.port)"
        try server.answer(HTTPStandIn.StubResponse(409, headers: ["Retry-After": "7"], body: "no"))
        let target = "/v1/alarms/a%20b?since=%2B1&limit=2"
        let answer = try await transport.send(
            request(origin, .post, target, headers: [.init("content-type", "application/jose")], body: "a.b.c")
        )
        #expect(answer.status == 409)
        #expect(answer.header("retry-after") == "7")
        #expect(answer.body == Array("no".utf8))
        let sent = try #require(server.requests().first)
        #expect(sent.method == "POST")
        #expect(sent.path == target)
        #expect(sent.headers["content-type"] == "application/jose")
        #expect(sent.body == Array("a.b.c".utf8))
    }

    @Test("A redirect is an answer, and is not followed")
    func redirect() async throws {
        let server = try HTTPStandIn()
        let origin = "http://127.0.0.1:\(server.port)"
        try server.answer(HTTPStandIn.StubResponse(307, headers: ["Location": origin + "/elsewhere"]))
        #expect(try await transport.send(request(origin)).status == 307)
        #expect(try server.requests().count == 1)
    }

    @Test("Where nobody listens nothing was sent")
    func unreachable() async throws {
        let origin = "http://127.0.0.1:\(try ReservedPort.deserted())"
        let error = await #expect(throws: TransportError.self) { try await transport.send(request(origin)) }
        guard case .unreachable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("Without an answer a request is interrupted, as it may have arrived: closed or silent")
    func interrupted() async throws {
        let server = try HTTPStandIn()
        let hasty = URLSessionTransport(patience: .seconds(1))
        for answer in [HTTPStandIn.StubResponse.hangUp, .silence] {
            try server.answer(answer)
            let error = await #expect(throws: TransportError.self) {
                try await hasty.send(request("http://127.0.0.1:\(server.port)"))
            }
            guard case .interrupted = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test("A certificate that nobody vouches for gets no request")
    func untrusted() async throws {
        let server = try HTTPStandIn(speaksTLS: true)
        await #expect(throws: TransportError.self) {
            try await transport.send(request("https://localhost:\(server.port)"))
        }
        #expect(try server.requests().isEmpty)
    }

    @Test("An answer of more than 1 MiB is refused")
    func tooLarge() async throws {
        let server = try HTTPStandIn()
        let largest = URLSessionTransport.largestAnswer
        try server.answer(HTTPStandIn.StubResponse(200, body: String(repeating: "a", count: largest + 1)))
        let large = try request("http://127.0.0.1:\(server.port)")
        await #expect(throws: TransportError.interrupted("the answer is larger than \(largest) bytes")) {
            try await transport.send(large)
        }
        try server.answer(HTTPStandIn.StubResponse(200, body: String(repeating: "a", count: largest)))
        #expect(try await transport.send(large).body.count == largest)
    }

    @Test("A request that its task gives up is cancelled, before it was sent and while it waits")
    func cancelled() async throws {
        let server = try HTTPStandIn()
        try server.answer(.silence)
        let waiting = try request("http://127.0.0.1:\(server.port)")
        let transport = transport
        let sending = Task { () async throws(TransportError) in try await transport.send(waiting) }
        while try server.requests().isEmpty { await Task.yield() }
        sending.cancel()
        #expect(await sending.result.failure as? TransportError == .cancelled)
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await transport.send(waiting)
        }
        late.cancel()
        #expect(await late.result.failure as? TransportError == .cancelled)
    }

    @Test("The pieces of a stream arrive before its end, and its end is told from a break")
    func stream() async throws {
        let server = try StreamStandIn()
        let stream = try await transport.stream(request(server.origin, .get, "/stream"))
        #expect(stream.isSuccess)
        #expect(stream.headers.contains(WireRequest.Header("content-type", "text/event-stream")))
        var pieces = stream.body.makeAsyncIterator()
        for text in ["one", "two"] {
            _ = try await transport.send(request(server.origin, .get, "/piece/" + text))
            #expect(try await pieces.next() == Array(text.utf8))
        }
        _ = try await transport.send(request(server.origin, .get, "/end"))
        #expect(try await pieces.next() == nil)

        var broken = try await transport.stream(request(server.origin, .get, "/stream")).body.makeAsyncIterator()
        _ = try await transport.send(request(server.origin, .get, "/piece/one"))
        #expect(try await broken.next() == Array("one".utf8))
        _ = try await transport.send(request(server.origin, .get, "/break"))
        await #expect(throws: TransportError.self) { try await broken.next() }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
#endif
