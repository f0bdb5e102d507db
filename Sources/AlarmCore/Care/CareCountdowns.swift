/// How soon the members of a care circle should hear of a signal.
public enum CareUrgency: CaseIterable, Hashable, Sendable {
    /// Somebody may be lying on the floor, or asked for help.
    case immediate
    /// The state gets worse within the hour.
    case soon
    /// The state has lasted for hours or days already; a false alert costs more than a minute's delay.
    case calm

    /// The countdown unless the dweller set another: 30, 60 or 120 s.
    public var countdown: Span {
        switch self {
        case .immediate: .seconds(30)
        case .soon: .seconds(60)
        case .calm: .seconds(120)
        }
    }
}

extension CareSignal.Kind {
    /// The urgency of the kind.
    public var urgency: CareUrgency {
        switch self {
        case .fall, .manual: .immediate
        case .glucose: .soon
        case .inactivity, .wellness: .calm
        }
    }
}

/// The time that a dweller has to call off an alert, by kind of signal.
public struct CareCountdowns: Hashable, Sendable {
    /// The dweller's own countdowns by kind; every other kind uses the default of its urgency.
    public private(set) var chosen: [CareSignal.Kind: Span]

    /// Makes countdowns; kinds that are not in `chosen` use the default of their urgency.
    ///
    /// - Throws: ``CareError/countdown(_:)`` for one that is shorter than 30 s or longer than 120 s.
    public init(_ chosen: [CareSignal.Kind: Span] = [:]) throws(CareError) {
        for kind in CareSignal.Kind.allCases {
            guard let span = chosen[kind], !CareLimits.countdowns.contains(span) else { continue }
            throw .countdown(span)
        }
        self.chosen = chosen
    }

    /// The default countdowns.
    public static let `default` = CareCountdowns()

    private init() {
        chosen = [:]
    }

    /// The countdown of a kind, 30 to 120 s.
    public subscript(kind: CareSignal.Kind) -> Span {
        chosen[kind] ?? kind.urgency.countdown
    }
}
