import CurlClient
import Testing

@Suite("Ending a request before its time")
struct CancellationTests {
    @Test("Cancelling the task ends a transfer that would last for ever")
    func cancelInFlight() async throws {
        let server = try HTTP1Server()
        let client = try CurlClient()
        let task = Task { try await client.send(server.request("/silence", timeout: nil)) }
        task.cancel()
        await #expect(throws: CurlError.cancelled) { try await task.value }
        await client.shutdown()
    }

    @Test("A task that is cancelled before it sends gets no answer")
    func cancelBeforeSending() async throws {
        let server = try HTTP1Server()
        let client = try CurlClient()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await client.send(server.request("/silence", timeout: nil))
        }
        task.cancel()
        await #expect(throws: CurlError.cancelled) { try await task.value }
        await client.shutdown()
    }

    @Test("A cancelled request gives its place to the next in line")
    func cancelMakesRoom() async throws {
        let server = try HTTP1Server()
        let client = try CurlClient()
        var blocking = server.request("/silence", timeout: nil)
        blocking.profile.maximumInFlight = 1
        var next = server.request("/status/204", timeout: nil)
        next.profile = blocking.profile
        let blocker = Task { [blocking] in try await client.send(blocking) }
        let waiter = Task { [next] in try await client.send(next) }
        blocker.cancel()
        #expect(try await waiter.value.status == 204)
        await client.shutdown()
    }

    @Test("Half of many requests cancelled at random moments leaves the other half answered", arguments: 0..<5)
    func cancelSome(round: Int) async throws {
        let server = try HTTP2Server(requestsPerConnection: 20)
        let client = try CurlClient()
        let tasks = (0..<200).map { number in
            Task { try await client.send(server.request("request \(number)")) }
        }
        for number in stride(from: round % 2, to: 200, by: 2) { tasks[number].cancel() }
        for (number, task) in tasks.enumerated() {
            switch await task.result {
            case .success(let response): #expect(response.body == Array("request \(number)".utf8))
            case .failure(let error):
                #expect(number % 2 == round % 2, "request \(number) was not cancelled")
                #expect(error as? CurlError == .cancelled)
            }
        }
        await client.shutdown()
    }

    @Test("Shutting down fails what is in flight and what comes after")
    func shutDown() async throws {
        let server = try HTTP1Server()
        let client = try CurlClient()
        let task = Task { try await client.send(server.request("/silence", timeout: nil)) }
        await client.shutdown()
        await #expect(throws: CurlError.shutDown) { try await task.value }
        await #expect(throws: CurlError.shutDown) { try await client.send(server.request("/status/200")) }
        await client.shutdown()
    }
}
