package import AlarmCore

/// Outcome of one alarm on one kind of phone in one condition.
package struct MatrixCell: Hashable, Sendable {
    /// How the user was alerted.
    package enum Outcome: Hashable, Sendable {
        /// The phone was audible, by this way and so long after the due time.
        case rang(Timeline.Way, late: Span)
        /// The phone showed the alarm or vibrated, but never made a sound.
        case unheard
        /// The phone did nothing.
        case silent
    }

    package var outcome: Outcome
    /// First notice to the sender, and its delay from the due time; nil if there was none within the hour.
    package var told: (stage: String, late: Span)? { toldStage.map { ($0, toldLate) } }

    private var toldStage: String?
    private var toldLate = Span.zero

    /// Reads from a run's record what the alarm with `id` did on the phone of this name.
    init(of id: AlarmID, due: Instant, phone: String, in record: RunRecord) {
        let own = record.entries.filter { $0.alarm == id }
        let rings = own.filter { $0.kind == .ring && $0.lane == .phone(phone) }
        if let heard = rings.first(where: { $0.ring?.isAudible == true }), let ring = heard.ring {
            outcome = .rang(ring.way, late: heard.at - due)
        } else {
            outcome = rings.isEmpty ? .silent : .unheard
        }
        let notice = own.first { $0.kind == .notice && $0.lane != .phone(phone) }
        toldStage = notice?.stage
        toldLate = (notice?.at ?? due) - due
    }

    /// Description for a table.
    package var text: String {
        switch outcome {
        case .rang(let way, let late):
            "\(Self.name(of: way)) \(late == .zero ? "on time" : RelativeTime.short(late))"
        case .unheard: "not heard" + tale
        case .silent: "nothing" + tale
        }
    }

    private var tale: String {
        guard toldStage != nil else { return "" }
        return "; sender told \(toldLate == .zero ? "at once" : RelativeTime.short(toldLate))"
    }

    private static func name(of way: Timeline.Way) -> String {
        switch way {
        case .alarmKit: "AlarmKit"
        case .critical: "critical"
        case .timeSensitive: "time-sensitive"
        case .ordinary: "ordinary"
        case .page: "page"
        }
    }
}
