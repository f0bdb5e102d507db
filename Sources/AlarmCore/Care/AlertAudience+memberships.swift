extension Permission {
    /// The permission to be told of signals of `kind`.
    public static func alert(_ kind: CareSignal.Kind) -> Permission {
        switch kind {
        case .fall: .alertFall
        case .inactivity: .alertInactivity
        case .wellness: .alertWellness
        case .manual: .alertManual
        case .glucose: .alertGlucose
        }
    }
}

extension CareWatcher {
    /// Reads a member's priority and alerts; nil for the dweller, who is asked rather than told, and for a member who has
    /// switched alerts off at `now`.
    public init?(_ membership: Membership, at now: Instant) {
        guard membership.role == .member, membership.alerts.isOn(at: now) else { return nil }
        self.init(
            person: membership.person,
            priority: membership.tier,
            alerts: Set(CareSignal.Kind.allCases.filter { membership.permissions.contains(.alert($0)) })
        )
    }
}

extension AlertAudience {
    /// Gathers the members of a care circle who may know of signals of `kind`, and want to at `now`.
    public init(for kind: CareSignal.Kind, in circle: some Sequence<Membership>, at now: Instant) {
        self.init(for: kind, among: circle.compactMap { CareWatcher($0, at: now) })
    }
}
