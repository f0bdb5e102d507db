import NIOConcurrencyHelpers
import NIOCore

/// The open connections; safe to share because all of it is behind a lock.
final class ConnectionList: Sendable {
    private let state = NIOLockedValueBox((accepted: 0, open: [Int: any Channel]()))

    /// Takes a new connection in until it closes; gives its number.
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

    /// The connections that are open.
    var all: [any Channel] { state.withLockedValue { Array($0.open.values) } }

    /// How many connections there have been: the number of the newest.
    var acceptedCount: Int { state.withLockedValue { $0.accepted } }

    /// How many connections are open.
    var count: Int { state.withLockedValue { $0.open.count } }

    /// Asks every connection that is open.
    func tell(_ command: ConnectionCommand) {
        for channel in all {
            channel.pipeline.fireUserInboundEventTriggered(command)
        }
    }

    /// Drops every connection without a word, as a network failure would.
    func drop() async {
        for channel in all {
            channel.eventLoop.execute { channel.pipeline.hangUp() }
            try? await channel.closeFuture.get()
        }
    }
}
