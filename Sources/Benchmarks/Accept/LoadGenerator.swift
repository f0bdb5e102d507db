import NIOCore
import NIOPosix

/// Sends requests over many connections, from one thread.
struct LoadGenerator {
    /// Maximum duration of one run.
    private static let limit = TimeAmount.seconds(60)

    let port: Int
    let connections: Int
    let group: MultiThreadedEventLoopGroup
    /// Status of an answer that counts as success.
    var success = 202

    /// Sends `requests`, on each connection one after another, and waits for all answers.
    ///
    /// - Throws: `LoadTally.Failure` unless every request is accepted: a rate of refusals would be meaningless.
    func run(_ requests: [ByteBuffer]) async throws -> Run {
        let tally = LoadTally(requests, success: success)
        let bootstrap = ClientBootstrap(group: group)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(LoadConnection(tally))
                }
            }
        var channels: [any Channel] = []
        for _ in 0..<connections {
            channels.append(try await bootstrap.connect(host: "127.0.0.1", port: port).get())
        }
        let timeout = group.next().scheduleTask(in: Self.limit) { tally.giveUp() }
        let start = NIODeadline.now()
        for channel in channels { channel.pipeline.fireUserInboundEventTriggered(LoadConnection.Begin()) }
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await tally.wait())
        } catch {
            outcome = .failure(error)
        }
        let seconds = Double((NIODeadline.now() - start).nanoseconds) / 1e9
        timeout.cancel()
        for channel in channels { try? await channel.close() }
        try outcome.get()
        return Run(count: requests.count, seconds: seconds, latencies: tally.latencies)
    }
}
