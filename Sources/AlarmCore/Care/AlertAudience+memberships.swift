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
    /// Reads a member's priority and alerts; nil for the dweller, who is asked rather than told.
    public init?(_ membership: Membership) {
        guard membership.role == .member else { return nil }
        self.init(
            person: membership.person,
            priority: membership.tier,
            alerts: Set(CareSignal.Kind.allCases.filter { membership.permissions.contains(.alert($0)) })
        )
    }
}

extension AlertAudience {
    /// Gathers the members of a care circle who may know of signals of `kind`.
    public init(for kind: CareSignal.Kind, in circle: some Sequence<Membership>) {
        self.init(for: kind, among: circle.compactMap { CareWatcher($0) })
    }
}
