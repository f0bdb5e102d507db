import NIOConcurrencyHelpers
import NIOCore

/// The open connections, Sendable because all of the state is behind a lock.
final class ConnectionList: Sendable {
    private let state = NIOLockedValueBox((accepted: 0, open: [Int: any Channel]()))

    /// Adds a new connection until it closes; returns its number.
    func add(_ channel: any Channel) -> Int {
        let number = state.withLockedValue { state in
            state.accepted += 1
            state.open[state.accepted] = channel
            return state.accepted
        }
        channel.closeFuture.whenComplete { [state] _ in
            state.withLockedValue { $0.open[number] = nil }
        }
        return number
    }

    /// The open connections.
    var all: [any Channel] { state.withLockedValue { Array($0.open.values) } }

    /// Number of connections so far, which is the number of the newest.
    var acceptedCount: Int { state.withLockedValue { $0.accepted } }

    /// Number of open connections.
    var count: Int { state.withLockedValue { $0.open.count } }

    /// Sends a command to every open connection.
    func tell(_ command: ConnectionCommand) {
        for channel in all {
            channel.pipeline.fireUserInboundEventTriggered(command)
        }
    }

    /// Drops every connection without notice, as a network failure would.
    func drop() async {
        for channel in all {
            channel.eventLoop.execute { channel.pipeline.hangUp() }
            try? await channel.closeFuture.get()
        }
    }
}
