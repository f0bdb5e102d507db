package import AlarmCore

/// What was promised and what happened, as the senders' phones and the gateway saw it; the relay is not asked.
package struct Ledger: Sendable {
    /// How somebody ended an alarm.
    package enum End: String, Sendable {
        case cancelled
        case acknowledged
        case revoked
    }

    /// One alarm.
    struct Entry: Sendable {
        /// What the relay has promised: the due time of the 202 answer, then the end of each snooze that it took.
        var promised: [Instant] = []
        /// How many snoozes were asked for, taken or not.
        var snoozesAsked = 0
        /// When somebody first asked to end it; from then on it need not ring any more.
        var endAsked: Instant?
        /// When the relay had answered that it is ended; from then on nothing may start.
        var ended: (how: End, at: Instant)?
        /// Whether the relay said that it knows no such alarm.
        var isDenied = false
        /// What reached the gateway for it.
        var pushes: [Push] = []
    }

    /// A push that can rouse a phone, as the gateway received it.
    package struct Push: Hashable, Sendable {
        /// The `apns-id`, under which a repeat is known.
        package var name: String
        /// Whether it rings at once; else it hands the alarm to the phone.
        package var rings: Bool
        /// When it had arrived.
        package var at: Instant
        /// The number of the connection that brought it: no two lives of a relay share one.
        package var connection: Int
        /// Whether it says that it is late.
        package var isLate: Bool

        /// Notes a push.
        package init(name: String, rings: Bool, at instant: Instant, connection: Int, isLate: Bool = false) {
            self.name = name
            self.rings = rings
            self.at = instant
            self.connection = connection
            self.isLate = isLate
        }
    }

    /// The end of one of the relay's lives.
    struct Kill: Sendable {
        /// When it was over.
        var at: Instant
        /// The number of the newest connection to the gateway: what comes over it, or an older one, was sent before.
        var connections: Int
    }

    private(set) var entries: [AlarmID: Entry] = [:]
    private(set) var kills: [Kill] = []

    /// Begins with nothing.
    package init() {}

    /// How many alarms were accepted.
    package var accepted: Int { entries.values.count { !$0.promised.isEmpty } }

    /// The latest moment at which something promised is due.
    package var lastPromise: Instant? { entries.values.compactMap(\.promised.last).max() }

    /// Whether every promise has been kept, or called off.
    package var isSettled: Bool {
        entries.values.allSatisfy { $0.endAsked != nil || $0.ringNames.count >= $0.promised.count }
    }

    /// The relay answered 202: it will ring then.
    package mutating func accepted(_ id: AlarmID, due: Instant) {
        entries[id, default: Entry()].promised.insert(due, at: 0)
    }

    /// A device asks for a snooze.
    package mutating func askedToSnooze(_ id: AlarmID) {
        entries[id, default: Entry()].snoozesAsked += 1
    }

    /// The relay took a snooze: it will ring again then.
    package mutating func snoozed(_ id: AlarmID, until end: Instant) {
        entries[id, default: Entry()].promised.append(end)
    }

    /// Somebody asks to end an alarm.
    package mutating func askedToEnd(_ id: AlarmID, at instant: Instant) {
        let known = entries[id]?.endAsked
        entries[id, default: Entry()].endAsked = known ?? instant
    }

    /// The relay answered that an alarm is ended.
    package mutating func ended(_ id: AlarmID, _ how: End, at instant: Instant) {
        guard entries[id]?.ended == nil else { return }
        entries[id, default: Entry()].ended = (how, instant)
    }

    /// The relay answered that it knows no such alarm.
    package mutating func denied(_ id: AlarmID) {
        entries[id, default: Entry()].isDenied = true
    }

    /// The gateway received a push.
    package mutating func pushed(_ id: AlarmID, _ push: Push) {
        entries[id, default: Entry()].pushes.append(push)
    }

    /// The relay was killed, or ended by itself; the gateway had accepted so many connections by then.
    package mutating func killed(at instant: Instant, connections: Int) {
        kills.append(Kill(at: instant, connections: connections))
    }

    /// Whether a push has arrived before, under the same name.
    package func knows(_ push: Push, of id: AlarmID) -> Bool {
        entries[id]?.pushes.contains { $0.name == push.name } ?? false
    }

    /// How often an alarm has rung, repeats left out.
    package func rings(of id: AlarmID) -> Int { entries[id]?.ringNames.count ?? 0 }

    /// The first ring of an alarm.
    package func firstRing(of id: AlarmID) -> Push? { entries[id]?.pushes.first { $0.rings } }
}

extension Ledger.Entry {
    /// The rings in the order of their first arrival, each once.
    var ringNames: [String] {
        var known: Set<String> = []
        return pushes.filter { $0.rings && known.insert($0.name).inserted }.map(\.name)
    }
}
