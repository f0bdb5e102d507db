import CurlClient
import TestSupport
import Testing

@Suite("Many requests over HTTP/2")
struct MultiplexingTests {
    /// Sends `count` requests at once and returns the echoed bodies, by request.
    private func echoes(_ count: Int, of server: HTTP2Server, by client: CurlClient) async throws -> [Int: String] {
        try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 0..<count {
                group.addTask {
                    let response = try await client.send(server.request("request \(number)"))
                    #expect(response.status == 200 && response.failure == nil)
                    return (number, String(decoding: response.body, as: UTF8.self))
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    @Test(
        "Each of 2,000 requests gets its own answer, however often connections are replaced",
        arguments: [nil, 7, 1]
    )
    func everyRequestIsAnswered(requestsPerConnection: Int?) async throws {
        let server = try HTTP2Server(requestsPerConnection: requestsPerConnection)
        let client = try CurlClient()
        let count = requestsPerConnection == nil ? 2000 : 200
        let answers = try await echoes(count, of: server, by: client)
        #expect(answers == Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, "request \($0)") }))
        await client.shutdown()
    }

    @Test("A server that allows one stream at a time gets every request over one connection")
    func singleStream() async throws {
        let server = try HTTP2Server(extraArguments: ["--max-concurrent-streams=1"])
        let client = try CurlClient()
        let answers = try await echoes(100, of: server, by: client)
        #expect(answers.count == 100)
        await client.shutdown()
    }

    /// Requests an empty file `count` times and returns the number of missing or truncated responses.
    private func failures(_ count: Int, of server: HTTP2Server, by client: CurlClient) async -> Int {
        var request = server.request("")
        request.method = "GET"
        request.url = "https://localhost:\(server.process.port)/empty"
        return await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<count {
                group.addTask { [request] in
                    guard let response = try? await client.send(request) else { return true }
                    return response.status != 200 || response.failure != nil
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
    }

    @Test("Connections are replaced before a peer's guard against rapid resets closes them")
    func resetGuard() async throws {
        let server = try HTTP2Server()
        let client = try CurlClient()
        #expect(await failures(5000, of: server, by: client) == 0)
        await client.shutdown()
    }
}
