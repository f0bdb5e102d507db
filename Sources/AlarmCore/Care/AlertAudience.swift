/// A member of a care circle, as far as an alert is concerned.
public struct CareWatcher: Hashable, Sendable {
    /// Who.
    public let person: PersonID
    /// Who is told first: 1, then 2, to 9 (``Membership/tiers``).
    public let priority: Int
    /// The kinds of signals that the dweller lets them know of.
    public let alerts: Set<CareSignal.Kind>

    /// Makes a watcher.
    public init(person: PersonID, priority: Int, alerts: Set<CareSignal.Kind>) {
        self.person = person
        self.priority = priority
        self.alerts = alerts
    }
}

/// Who is told of an alert, and in which order.
public struct AlertAudience: Hashable, Sendable {
    /// Those who are told together, the first to be told first; no tier is empty, and nobody is in two.
    ///
    /// Priorities that nobody has are left out, so that no time is lost on them. Within a tier, people stand in the order
    /// of their identifiers.
    public let tiers: [[PersonID]]

    /// Gathers those of `watchers` who may know of signals of `kind`.
    ///
    /// One who stands among them twice is told by the more urgent priority.
    public init(for kind: CareSignal.Kind, among watchers: some Sequence<CareWatcher>) {
        var priorities: [PersonID: Int] = [:]
        for watcher in watchers where watcher.alerts.contains(kind) {
            priorities[watcher.person] = min(priorities[watcher.person] ?? .max, watcher.priority)
        }
        tiers = Dictionary(grouping: priorities.keys) { priorities[$0] ?? .max }
            .sorted { $0.key < $1.key }
            .map { $0.value.sorted() }
    }

    /// Whether nobody may know: the dweller has to be told so.
    public var isEmpty: Bool { tiers.isEmpty }
}
