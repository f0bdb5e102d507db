import AsyncHTTPClient
import CurlClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension PushLoad {
    /// Pushes with AsyncHTTPClient, on which APNSwift is built: one event loop, and so one HTTP/2 connection.
    func runAsyncHTTPClient() async throws -> Run {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .file(authorityFile)
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
        configuration.httpVersion = .automatic
        let client = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
        // Before it knows that the peer speaks HTTP/2 it opens several connections for a burst, so that is done in
        // advance.
        let warmUp = await push(with: client, numbers: 0..<1, tasks: 1)
        let start = ContinuousClock.now
        let failures = await push(with: client, numbers: 0..<count, tasks: inFlight)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        try await client.shutdown()
        try await group.shutdownGracefully()
        guard warmUp.isEmpty, failures.isEmpty else {
            throw Failure(client: "AsyncHTTPClient", count: failures.count, example: (warmUp + failures).first)
        }
        return Run(count: count, seconds: seconds)
    }

    private func push(with client: HTTPClient, numbers: Range<Int>, tasks: Int) async -> [String] {
        await withTaskGroup(of: [String].self) { group in
            for first in 0..<tasks {
                group.addTask {
                    var failures: [String] = []
                    for number in stride(from: numbers.lowerBound + first, to: numbers.upperBound, by: tasks) {
                        do {
                            let response = try await client.execute(foreignRequest(number), timeout: .seconds(30))
                            _ = try await response.body.collect(upTo: 4096)
                            if response.status != .ok { failures.append("status \(response.status.code)") }
                        } catch {
                            failures.append("\(error)")
                        }
                    }
                    return failures
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// Returns the push with this number, as AsyncHTTPClient sends it.
    private func foreignRequest(_ number: Int) -> HTTPClientRequest {
        let own = request(number, profile: .init())
        var request = HTTPClientRequest(url: own.url)
        request.method = .POST
        for header in own.headers { request.headers.add(name: header.name, value: header.value) }
        request.body = .bytes(ByteBuffer(bytes: own.body))
        return request
    }
}
