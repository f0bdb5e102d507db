/// A ladder played through in a minute, for the eyes of its person alone.
///
/// Every moment of the ladder is taken in its order, a few seconds apart. What the person would get comes as it would; where
/// somebody else would be told, the person is told that.
public struct Rehearsal: Hashable, Sendable {
    /// The ladder as it is meant.
    public let original: EscalationPolicy
    /// The preset of the rehearsal.
    public let name: String
    /// The time between two moments.
    ///
    /// 10 s.
    public let pause: Span

    /// Rehearses a ladder.
    public init(of original: EscalationPolicy, as name: String, pause: Span = .seconds(10)) {
        self.original = original
        self.name = name
        self.pause = pause
    }

    /// The ladder to climb, which hangs from the moment of its beginning.
    public var policy: EscalationPolicy {
        let steps = moments.indices.map { index in
            let own = taken(at: moments[index]).first { $0.audience == .receiver }
            let telling = taken(at: moments[index]).contains { $0.audience != .receiver }
            return EscalationStep(
                offset: pause * Int64(index),
                audience: .receiver,
                stage: telling ? .rehearsal : own?.stage ?? .rehearsal,
                urgency: own?.urgency ?? .timeSensitive
            )
        }
        return EscalationPolicy(name: name, steps: steps, nature: EscalationPolicy.Nature(exhausted: .told))
    }

    /// How far from due in earnest that is which the rehearsal takes at an offset of its own; nil for none of its moments.
    public func moment(at offset: Span) -> Span? {
        moments.indices.first { pause * Int64($0) == offset }.map { moments[$0] }
    }

    /// How often somebody else has been told before a moment of the ladder.
    public func tellings(before moment: Span) -> Int {
        moments.count { $0 < moment && taken(at: $0).contains { $0.audience != .receiver } }
    }

    private var moments: [Span] { Set(firings.map(\.offset)).sorted() }

    private var firings: [Firing] { original.firings(from: Instant(milliseconds: 0)) }

    private func taken(at moment: Span) -> [EscalationStep] {
        firings.filter { $0.offset == moment }.map { original.steps[$0.step] }
    }
}

extension Rehearsal {
    /// The preset of the rehearsal of a kind of check-in.
    public static func name(of kind: CheckInPlan.Kind) -> String {
        kind == .standard ? "rehearsal" : "gentle-rehearsal"
    }

    /// The rehearsals of what is rehearsed among the ladders that are climbed, by their presets.
    public static func all(among policies: [String: EscalationPolicy]) -> [String: Rehearsal] {
        CheckInPlan.Kind.allCases.reduce(into: [:]) { all, kind in
            let original = EscalationPolicy.checkIn(of: kind)
            all[name(of: kind)] = Rehearsal(of: policies[original.name] ?? original, as: name(of: kind))
        }
    }
}
