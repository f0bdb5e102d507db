import AlarmCore
import Engine
import NIOCore
import NIOPosix
import Synchronization

/// The processes that follow a keeper's time.
final class TimeKeeperConnections: Sendable {
    private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    private struct Link {
        var process: Int32?
        var shown: Instant?
        var next: Instant?
        let outbound: AsyncStream<TimeMessage>.Continuation
    }

    private struct State {
        var links: [Int: Link] = [:]
        var count = 0
    }

    /// Local port to which the processes connect.
    let port: Int
    private let state = Mutex(State())
    private let listening: Task<Void, any Error>

    private init(port: Int, accepting: @escaping @Sendable (TimeKeeperConnections) async throws -> Void) {
        self.port = port
        let (selves, own) = AsyncStream.makeStream(of: TimeKeeperConnections.self)
        listening = Task {
            guard let links = await selves.first(where: { _ in true }) else { return }
            try await accepting(links)
        }
        own.yield(self)
        own.finish()
    }

    static func listen(now: @escaping @Sendable () -> Instant) async throws -> TimeKeeperConnections {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture { try Connection(wrappingChannelSynchronously: channel) }
            }
        return TimeKeeperConnections(port: server.channel.localAddress?.port ?? 0) { links in
            try await server.executeThenClose { connections in
                try await withThrowingDiscardingTaskGroup { group in
                    for try await connection in connections {
                        group.addTask { await links.serve(connection, now: now) }
                    }
                }
            }
        }
    }

    /// The processes that have introduced themselves.
    var processes: [Int32] { state.withLock { $0.links.values.compactMap(\.process) } }

    /// Earliest time for which one of the processes waits.
    var earliest: Instant? { state.withLock { $0.links.values.compactMap(\.next).min() } }

    /// Whether all processes show `instant`.
    func all(show instant: Instant) -> Bool {
        state.withLock { $0.links.values.allSatisfy { $0.shown == instant } }
    }

    func send(_ message: TimeMessage) {
        state.withLock { state in
            for link in state.links.values { link.outbound.yield(message) }
        }
    }

    /// Closes all connections.
    func close() async {
        listening.cancel()
        _ = await listening.result
    }

    private func serve(_ connection: Connection, now: @Sendable () -> Instant) async {
        let (messages, outbound) = AsyncStream.makeStream(of: TimeMessage.self)
        let number = state.withLock { state in
            state.count += 1
            state.links[state.count] = Link(outbound: outbound)
            outbound.yield(.show(now()))
            return state.count
        }
        defer {
            state.withLock { $0.links[number] = nil }
            outbound.finish()
        }
        // How a process disconnects does not matter.
        try? await connection.executeThenClose { inbound, writer in
            let writing = Task {
                for await message in messages { try await writer.write(ByteBuffer(string: message.line + "\n")) }
            }
            defer { writing.cancel() }
            var lines = TimeMessages()
            for try await bytes in inbound {
                guard let arrived = lines.take(bytes.readableBytesView) else { return }
                for message in arrived { note(message, from: number) }
            }
        }
    }

    private func note(_ message: TimeMessage, from number: Int) {
        state.withLock { state in
            switch message {
            case .process(let process): state.links[number]?.process = process
            case .shown(let instant): state.links[number]?.shown = instant
            case .next(let instant): state.links[number]?.next = instant
            case .show, .wake: break
            }
        }
    }
}
