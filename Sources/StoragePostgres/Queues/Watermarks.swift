internal import AlarmCore
internal import Storage
internal import Synchronization

/// The marks of both queues, which all connections of a store share.
final class Watermarks: Sendable {
    /// The places at which claims and looks begin.
    struct Marks {
        var wakes = QueuePlace.first
        var deliveries = QueuePlace.first

        subscript(queue: DueQueue) -> QueuePlace {
            switch queue {
            case .wakes: wakes
            case .deliveries: deliveries
            }
        }
    }

    /// The shortest time between two looks.
    private static let rest = Duration.milliseconds(20)

    private struct State {
        /// Raised with each new connection: what a look has found that began before is not used.
        var generation = 0
        var watermarks: [DueQueue: Watermark] = [:]
        /// The time through which this node has claimed last.
        var claimed: [DueQueue: Int64] = [:]
        /// Whether a mark was used since the last look.
        var isUsed = false
        var isLooking = false
        var lastLook: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    /// The present marks, for snapshots that are taken from now on.
    var marks: Marks {
        state.withLock { state in
            Marks(
                wakes: state.watermarks[.wakes]?.mark ?? .first,
                deliveries: state.watermarks[.deliveries]?.mark ?? .first
            )
        }
    }

    /// Forgets the marks: the server may have lost what they rest on.
    func reset() {
        state.withLock { state in
            state.generation += 1
            state.watermarks = [:]
        }
    }

    /// Notes that a mark was used, and that a look may be worth its while.
    func noteUse() {
        state.withLock { $0.isUsed = true }
    }

    /// Notes a claim through a time, to which the floor may rise.
    func noteClaim(_ queue: DueQueue, through now: Instant) {
        state.withLock { $0.claimed[queue] = now.milliseconds }
    }

    /// Moves the marks, on an idle connection, if one was used and nobody else is at it.
    ///
    /// - Throws: ``ConnectionLost``.
    func moveIfUsed(on connection: PostgresConnection) throws {
        let now = ContinuousClock.now
        let begun = state.withLock { state -> State? in
            guard state.isUsed, !state.isLooking, state.lastLook.map({ now - $0 >= Self.rest }) ?? true else {
                return nil
            }
            (state.isUsed, state.isLooking, state.lastLook) = (false, true, now)
            return state
        }
        guard let begun else { return }
        defer { state.withLock { $0.isLooking = false } }
        let sights = try look(begun, on: connection)
        state.withLock { state in
            guard state.generation == begun.generation else { return }
            for (queue, sight) in sights { state.watermarks[queue, default: Watermark()].move(after: sight) }
        }
    }

    /// Raises the floors to where this node has claimed, and looks at both queues; nothing if the server refuses it.
    private func look(_ begun: State, on connection: PostgresConnection) throws -> [DueQueue: Watermark.Sight] {
        let session = PostgresSession(connection, path: "", opening: [.beginClaim, .commitLater])
        let floors = Floors()
        var lookups: [Lookup] = []
        for queue in DueQueue.allCases {
            let read = { (reader: inout RowReader) in try reader.next(Int64?.self) }
            lookups.append(
                Lookup(.raiseFloor(of: queue), [begun.claimed[queue]], read) { floors.values[queue] = $0.first ?? nil }
            )
        }
        for queue in DueQueue.allCases {
            let watermark = begun.watermarks[queue] ?? Watermark()
            lookups.append(
                Lookup(.firstRow(of: queue), watermark.mark.columns + [watermark.limit], Watermark.Sight.init(reading:))
                {
                    floors.sights[queue] = $0.first
                }
            )
        }
        do {
            try session.ask(lookups)
            try session.end(.commit)
        } catch {
            try session.rollBack()
            return [:]
        }
        for (queue, floor) in floors.values { floors.sights[queue]?.floor = floor }
        return floors.sights
    }

    /// What the statements of one look return.
    private final class Floors {
        var values: [DueQueue: Int64] = [:]
        var sights: [DueQueue: Watermark.Sight] = [:]
    }
}

extension Watermark.Sight {
    /// Reads all but the floor.
    init(reading reader: inout RowReader) throws {
        let (at, key) = try (reader.next(Int64?.self), reader.next(Int64?.self))
        if let at, let key { first = QueuePlace(at: at, key: key) }
        oldest = try reader.next()
        number = try reader.next()
    }
}
