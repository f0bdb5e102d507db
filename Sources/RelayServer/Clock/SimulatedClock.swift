package import AlarmCore
package import Engine
import Foundation
import NIOCore
import NIOPosix
import ServiceLifecycle

/// The clock of a relay in a simulation: a time keeper in another process sets the time.
package final class SimulatedClock: RelayClock {
    /// Why a time keeper cannot be used.
    package enum Failure: Error, CustomStringConvertible {
        /// Nothing listens at the address.
        case unreachable(ListenAddress, cause: String)
        /// The listener does not tell the time.
        case silent(ListenAddress)
        /// The connection ended, and time stands still.
        case lost

        package var description: String {
            switch self {
            case .unreachable(let address, let cause):
                "no time keeper answers on \(address) (\(cause)): start the simulation, or unset "
                    + ConfigurationKey.simulatedClock.environmentName
            case .silent(let address):
                "what listens on \(address) is no time keeper, it does not tell the time: unset "
                    + ConfigurationKey.simulatedClock.environmentName
            case .lost: "the simulation's time keeper has gone, so time stands still"
            }
        }
    }

    /// The real time that a time keeper may take before it tells the time for the first time.
    package static let patience = Duration.seconds(60)

    private let time: ManualTime
    private let following: Task<Void, Never>

    private init(time: ManualTime, following: Task<Void, Never>) {
        self.time = time
        self.following = following
    }

    deinit { following.cancel() }

    /// Connects to the time keeper at `address` as process number `process`, and follows its time from then on.
    ///
    /// - Throws: ``Failure``; ``Failure/silent(_:)`` after `patience` of real time; or `CancellationError`.
    package static func follow(
        _ address: ListenAddress,
        process: Int32,
        patience: Duration = patience
    ) async throws -> SimulatedClock {
        let connection: Connection
        do {
            connection = try await connect(to: address)
        } catch {
            throw Failure.unreachable(address, cause: "\(error)")
        }
        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (starts, start) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let time = ManualTime(at: Instant(milliseconds: 0)) { change.yield() }
        let following = Task {
            // How the connection ended does not matter: without a time keeper no time passes.
            try? await connection.executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(.process(process)))
                let reporting = Task {
                    for await _ in changes { try await outbound.write(ByteBuffer(.next(time.earliest))) }
                }
                defer { reporting.cancel() }
                var messages = TimeMessages()
                for try await bytes in inbound {
                    guard let arrived = messages.take(bytes.readableBytesView) else { return }
                    for message in arrived {
                        switch message {
                        case .show(let instant):
                            time.show(instant)
                            start.yield()
                            try await outbound.write(ByteBuffer(.shown(instant)))
                        case .wake: time.wakeDue()
                        case .process, .shown, .next: return
                        }
                    }
                }
            }
            start.finish()
        }
        let limit = Task {
            try await Task.sleep(for: patience)
            following.cancel()
        }
        defer { limit.cancel() }
        guard await starts.first(where: { true }) != nil else {
            following.cancel()
            try Task.checkCancellation()
            throw Failure.silent(address)
        }
        return SimulatedClock(time: time, following: following)
    }

    package func now() -> Instant { time.now }

    package func sleep(until instant: Instant) async throws {
        try await time.sleep(until: instant)
    }

    /// The machine's uptime, because a disk that hangs does so in real time.
    package func uptime() -> Span { SystemClock().uptime() }

    /// Returns when the connection to the time keeper has ended, or when the task is cancelled.
    package func loss() async {
        await withTaskCancellationHandler {
            await following.value
        } onCancel: {
            following.cancel()
        }
    }

    private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    private static func connect(to address: ListenAddress) async throws -> Connection {
        try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .connect(host: address.host, port: address.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                }
            }
    }
}

extension ByteBuffer {
    fileprivate init(_ message: TimeMessage) {
        self.init(string: message.line + "\n")
    }
}

/// Ends the relay once its simulation has ended, so that no orphan process is left behind.
struct TimeKeeperMonitor: Service {
    let clock: SimulatedClock

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            await clock.loss()
            if !Task.isCancelled { throw SimulatedClock.Failure.lost }
        }
    }
}

extension RelayConfiguration {
    /// The relay's clock: the machine's clock, or in a simulation that of the time keeper.
    ///
    /// - Throws: `SimulatedClock.Failure`.
    package func makeClock() async throws -> any RelayClock {
        guard let simulatedClock else { return SystemClock() }
        return try await SimulatedClock.follow(simulatedClock, process: ProcessInfo.processInfo.processIdentifier)
    }
}
