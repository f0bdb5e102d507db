package import AlarmCore
import Synchronization

/// The promises and events that the senders' phones and the gateway saw; the relay is not asked.
package struct Ledger: Sendable {
    /// The way in which somebody ended an alarm.
    package enum End: String, Sendable {
        case cancelled
        case acknowledged
        case revoked
    }

    /// The record of one alarm.
    struct Entry: Sendable {
        /// Promised times: the due time of the 202 answer, then the end of each accepted snooze.
        var promised: [Instant] = []
        /// When the device learned of each of these promises, where that was recorded.
        var confirmed: [Instant?] = []
        /// Number of snoozes requested, accepted or not.
        var snoozesAsked = 0
        /// Time of the first request to end the alarm; from then on it need not ring.
        var endAsked: Instant?
        /// The end that the relay confirmed; from then on nothing may start.
        var ended: (how: End, at: Instant)?
        /// Whether the relay said that it knows no such alarm.
        var isDenied = false
        /// Pushes of the alarm that reached the gateway.
        var pushes: [Push] = []
    }

    /// A ring or handoff push as the gateway received it.
    package struct Push: Hashable, Sendable {
        /// The `apns-id`, by which a repeat is recognised; of a push to a browser a name of the gateway's own.
        package var name: String
        /// Whether the sender named the push; Web Push has no names, so that a repeat shows only by its circumstances.
        package var isNamed: Bool
        /// Whether the push rings at once; otherwise it hands the alarm to the phone.
        package var rings: Bool
        /// Time of arrival.
        package var at: Instant
        /// Number of the connection; no two lives of a relay share one.
        package var connection: Int
        /// Whether the push is marked late.
        package var isLate: Bool
        /// Number of the relay that sent it, of several.
        package var node: Int

        /// Creates the record of a push.
        package init(
            name: String,
            rings: Bool,
            at instant: Instant,
            connection: Int,
            isLate: Bool = false,
            isNamed: Bool = true,
            node: Int = 0
        ) {
            self.name = name
            self.isNamed = isNamed
            self.rings = rings
            self.at = instant
            self.connection = connection
            self.isLate = isLate
            self.node = node
        }
    }

    /// The end of one of a relay's lives.
    struct Kill: Sendable {
        /// The node, where there are several; nil for the only one.
        var node: Int?
        /// Time of the end.
        var at: Instant
        /// Number of the newest connection to the gateway then: pushes on it, or on older ones, were sent before.
        var connections: Int
    }

    private(set) var entries: [AlarmID: Entry] = [:]
    private(set) var kills: [Kill] = []
    private(set) var interruptions: [Interruption] = []
    /// When relays went away whose alarms others had to take over.
    private(set) var disturbances: [Instant] = []

    /// Creates an empty ledger.
    package init() {}

    /// Number of accepted alarms.
    package var accepted: Int { entries.values.count { !$0.promised.isEmpty } }

    /// Latest promised time.
    package var lastPromise: Instant? { entries.values.compactMap(\.promised.last).max() }

    /// Whether every promise has been kept or cancelled.
    package var isSettled: Bool {
        entries.values.allSatisfy { $0.endAsked != nil || $0.named(by: kills).ringNames.count >= $0.promised.count }
    }

    /// Records that the relay answered 202, a promise to ring at `due`, and when the answer came.
    package mutating func accepted(_ id: AlarmID, due: Instant, at instant: Instant? = nil) {
        entries[id, default: Entry()].promised.insert(due, at: 0)
        entries[id, default: Entry()].confirmed.insert(instant, at: 0)
    }

    /// Records that a device requested a snooze.
    package mutating func askedToSnooze(_ id: AlarmID) {
        entries[id, default: Entry()].snoozesAsked += 1
    }

    /// Records that the relay accepted a snooze, a promise to ring again at its end, and when the answer came.
    package mutating func snoozed(_ id: AlarmID, until end: Instant, at instant: Instant? = nil) {
        entries[id, default: Entry()].promised.append(end)
        entries[id, default: Entry()].confirmed.append(instant)
    }

    /// Records a request to end an alarm.
    package mutating func askedToEnd(_ id: AlarmID, at instant: Instant) {
        let known = entries[id]?.endAsked
        entries[id, default: Entry()].endAsked = known ?? instant
    }

    /// Records that the relay confirmed an alarm's end.
    package mutating func ended(_ id: AlarmID, _ how: End, at instant: Instant) {
        guard entries[id]?.ended == nil else { return }
        entries[id, default: Entry()].ended = (how, instant)
    }

    /// Records that the relay said it knows no such alarm.
    package mutating func denied(_ id: AlarmID) {
        entries[id, default: Entry()].isDenied = true
    }

    /// Records that the gateway received a push.
    package mutating func pushed(_ id: AlarmID, _ push: Push) {
        entries[id, default: Entry()].pushes.append(push)
    }

    /// Records that a relay was killed or ended by itself, with the gateway's number of connections so far.
    ///
    /// `node` is its number where there are several.
    package mutating func killed(at instant: Instant, connections: Int, node: Int? = nil) {
        kills.append(Kill(node: node, at: instant, connections: connections))
    }

    /// Records that a node, or every one, can no longer record what it has sent.
    package mutating func interrupted(_ kind: Interruption.Kind, node: Int? = nil, at instant: Instant) {
        interruptions.append(Interruption(kind: kind, node: node, start: instant, end: nil))
    }

    /// Records the end of the interruption of a node, or of every one.
    package mutating func resumed(node: Int? = nil, at instant: Instant) {
        guard let index = interruptions.lastIndex(where: { $0.node == node && $0.end == nil }) else { return }
        interruptions[index].end = instant
    }

    /// Records that a relay went away, whose alarms others have to take over from then on.
    package mutating func disturbed(at instant: Instant) {
        disturbances.append(instant)
    }

    /// Whether a push repeats one that has arrived before.
    package func isRepeat(_ push: Push, of id: AlarmID) -> Bool {
        guard var entry = entries[id] else { return false }
        entry.pushes.append(push)
        let names = entry.named(by: kills).pushes.map(\.name)
        return names.last.map(names.dropLast().contains) ?? false
    }

    /// Returns the number of rings of an alarm, without repeats.
    package func rings(of id: AlarmID) -> Int { entries[id]?.named(by: kills).ringNames.count ?? 0 }

    /// Returns the first ring of an alarm.
    package func firstRing(of id: AlarmID) -> Push? { entries[id]?.pushes.first { $0.rings } }
}

extension Ledger.Entry {
    /// The entry in which pushes without a name have got one.
    ///
    /// A ring repeats the one before it if the relay was killed in between and no other ring was promised by then: the
    /// relay that was killed could not know that the push had arrived. Any other ring is one of its own.
    func named(by kills: [Ledger.Kill]) -> Ledger.Entry {
        guard pushes.contains(where: { !$0.isNamed }) else { return self }
        var named = self
        var rings = 0
        var last: Ledger.Push?
        for index in pushes.indices where pushes[index].rings {
            let push = pushes[index]
            let isPromised = rings < promised.count && push.at >= promised[rings]
            let wasKilled = last.map { last in
                kills.contains { last.connection <= $0.connections && $0.connections < push.connection }
            }
            if let last, wasKilled == true, !isPromised {
                named.pushes[index].name = last.name
            } else {
                rings += 1
            }
            last = named.pushes[index]
        }
        return named
    }

    /// The rings in the order of their first arrival, each once.
    var ringNames: [String] {
        var known: Set<String> = []
        return pushes.filter { $0.rings && known.insert($0.name).inserted }.map(\.name)
    }
}

/// A ledger that phones, gateway and the hand that kills write into at once.
final class SharedLedger: Sendable {
    private let ledger = Mutex(Ledger())

    /// What was noted so far.
    var now: Ledger { ledger.withLock { $0 } }

    /// Notes something.
    func note(_ change: (inout Ledger) -> Void) {
        ledger.withLock { change(&$0) }
    }

    /// Looks something up.
    func ask<Result>(_ question: (borrowing Ledger) -> Result) -> Result {
        ledger.withLock { question($0) }
    }
}
