import CurlClient
import TestSupport
import Testing

@Suite("Reading a response as it arrives")
struct StreamTests {
    @Test("Each part is there before the server sends the next")
    func parts() async throws {
        let server = try HTTP1Server()
        let client = try CurlClient()
        let stream = try await client.stream(server.request("/events", timeout: nil))
        #expect(stream.status == 200)
        var parts = stream.makeAsyncIterator()
        #expect(try await parts.next() == Array("one".utf8))
        _ = try await client.send(server.request("/go"))
        #expect(try await parts.next() == Array("two".utf8))
        #expect(try await parts.next() == nil)
        #expect(try await parts.next() == nil)
        await client.shutdown()
    }

    @Test("A reader with a small buffer gets every byte in order", arguments: [1, 5000, 1 << 20])
    func backPressure(bufferBytes: Int) async throws {
        let server = try HTTP1Server()
        let client = try CurlClient(configuration: .init(streamBufferBytes: bufferBytes))
        var bytes: [UInt8] = []
        for try await part in try await client.stream(server.request("/large")) { bytes += part }
        #expect(bytes == (0..<256).flatMap { [UInt8](repeating: UInt8($0), count: 4096) })
        await client.shutdown()
    }

    @Test("Dropping the stream closes the connection")
    func drop() async throws {
        let server = try HTTP1Server()
        let client = try CurlClient()
        do {
            let stream = try await client.stream(server.request("/endless", timeout: nil))
            #expect(stream.status == 200)
        }
        #expect(try await client.send(server.request("/gone")).body == Array("gone".utf8))
        await client.shutdown()
    }

    @Test("Cancelling the reading task ends the stream with the cancellation")
    func cancel() async throws {
        let server = try HTTP1Server()
        let client = try CurlClient()
        let task = Task {
            for try await _ in try await client.stream(server.request("/events", timeout: nil)) {}
        }
        task.cancel()
        await #expect(throws: CurlError.cancelled) { try await task.value }
        await client.shutdown()
    }

    @Test("A stream that breaks off says so after its last bytes")
    func shortBody() async throws {
        let server = try HTTP1Server()
        let client = try CurlClient()
        var parts = try await client.stream(server.request("/short")).makeAsyncIterator()
        #expect(try await parts.next() == Array("12345".utf8))
        await #expect(throws: CurlError.self) { try await parts.next() }
        await client.shutdown()
    }

    @Test("A connection that cannot be made is thrown before there is a stream")
    func unreachable() async throws {
        let client = try CurlClient()
        let port = try ReservedPort.deserted()
        await #expect(throws: CurlError.self) {
            try await client.stream(HTTPRequest(url: "http://127.0.0.1:\(port)/"))
        }
        await client.shutdown()
    }

    @Test("More streams than places can be open at once")
    func streamsTakeNoPlace() async throws {
        let server = try HTTP1Server()
        let client = try CurlClient()
        var request = server.request("/events", timeout: nil)
        request.profile.maximumInFlight = 1
        let first = try await client.stream(request)
        let second = try await client.stream(request)
        #expect(first.status == 200 && second.status == 200)
        await client.shutdown()
    }
}
