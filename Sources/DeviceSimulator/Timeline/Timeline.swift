package import AlarmCore
import Synchronization

/// A record of what happened, where and when, in the order in which it was noticed.
package final class Timeline: Sendable {
    private struct State {
        var entries: [Entry] = []
        var watchers: [Int: AsyncStream<Entry>.Continuation] = [:]
        var next = 0
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Instant

    package init(now: @escaping @Sendable () -> Instant) {
        self.now = now
    }

    /// All entries so far.
    package var entries: [Entry] { state.withLock(\.entries) }

    /// Number of entries so far.
    package var count: Int { state.withLock { $0.entries.count } }

    /// Adds an entry with the present time.
    package func note(
        _ lane: Lane,
        _ text: String,
        kind: Kind = .note,
        content: String? = nil,
        alarm: AlarmID? = nil,
        stage: String? = nil,
        state alarmState: String? = nil,
        ring: Ring? = nil,
        due: Instant? = nil,
        phone: String? = nil
    ) {
        let entry = Entry(
            at: now(),
            lane: lane,
            kind: kind,
            text: text,
            content: content,
            alarm: alarm,
            stage: stage,
            state: alarmState,
            ring: ring,
            due: due,
            phone: phone
        )
        let watchers = state.withLock { state in
            state.entries.append(entry)
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.yield(entry) }
    }

    /// Returns all past and future entries.
    package func watch() -> AsyncStream<Entry> {
        let (stream, continuation) = AsyncStream.makeStream(of: Entry.self)
        let number = state.withLock { state in
            state.next += 1
            state.watchers[state.next] = continuation
            for entry in state.entries { continuation.yield(entry) }
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.watchers[number] = nil }
        }
        return stream
    }

    /// Returns the first entry, past or future, that satisfies `condition`; nil when the task is cancelled.
    package func first(where condition: @Sendable (Entry) -> Bool) async -> Entry? {
        for await entry in watch() where condition(entry) {
            return entry
        }
        return nil
    }
}
