/// A member of a care circle, with the priority and the alerts that the dweller chose.
public struct CareWatcher: Hashable, Sendable {
    /// The person.
    public let person: PersonID
    /// The order in which members are told: 1 first, 9 last (``Membership/tiers``).
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

/// The members who are told of an alert, in order.
public struct AlertAudience: Hashable, Sendable {
    /// The groups that are told together, the first to be told first; no tier is empty, and nobody is in two.
    ///
    /// Unused priorities are left out, so that no time is lost on them. Within a tier, people are ordered by
    /// identifier.
    public let tiers: [[PersonID]]

    /// Gathers the `watchers` who may know of signals of `kind`.
    ///
    /// A person who is listed twice gets the more urgent priority.
    public init(for kind: CareSignal.Kind, among watchers: some Sequence<CareWatcher>) {
        var priorities: [PersonID: Int] = [:]
        for watcher in watchers where watcher.alerts.contains(kind) {
            priorities[watcher.person] = min(priorities[watcher.person] ?? .max, watcher.priority)
        }
        tiers = Dictionary(grouping: priorities.keys) { priorities[$0] ?? .max }
            .sorted { $0.key < $1.key }
            .map { $0.value.sorted() }
    }

    /// Whether nobody may know; the dweller has to be told so.
    public var isEmpty: Bool { tiers.isEmpty }
}
