import AlarmCore

/// A line between two marks that belong together as cause and effect.
struct ChartLink {
    enum Kind: String, CaseIterable {
        /// From a request or an answer to the relay's resulting state.
        case request = "call"
        /// From a push to the phone that it reached.
        case delivery
        /// From an arrival to the ring.
        case effect
        /// A push that did not arrive; the line has no end mark.
        case lost
        /// From the arming of a system alarm to its end.
        case armed
        /// From a ring to the answer.
        case ringing

        /// Meaning of the line, for the legend; nil if the marks at its ends make it clear.
        var meaning: String? {
            switch self {
            case .request, .delivery, .effect: nil
            case .lost: "reached no phone"
            case .armed: "armed: rings even offline"
            case .ringing: "keeps ringing"
            }
        }
    }

    let kind: Kind
    /// Indices of the two marks; equal for a line without an end mark.
    let from: Int
    let to: Int

    /// Longest time between a request and the relay's resulting state.
    private static let patience = Span.minutes(1)

    /// Returns the lines between these entries, in the order of time, by their indices.
    static func links(between entries: [Timeline.Entry]) -> [ChartLink] {
        deliveries(entries) + requests(entries) + stays(entries)
    }

    /// Matches each arrival, and each notice, with the push that brought it.
    private static func deliveries(_ entries: [Timeline.Entry]) -> [ChartLink] {
        var links: [ChartLink] = []
        var open = entries.indices.filter { entries[$0].kind == .push }
        for (index, entry) in entries.enumerated() where entry.kind == .arrival || entry.kind == .notice {
            // The gateway and a phone see a push at the same instant, and may note it in either order.
            let fitting = open.filter { entries[$0].at <= entry.at && entries[$0].stage == entry.stage }
            // The newest one: a gateway keeps only that for a phone that is offline.
            guard
                let push = fitting.last(where: { entries[$0].phone == entry.lane.name })
                    ?? fitting.last(where: { entries[$0].phone == nil })
            else { continue }
            open.removeAll { $0 == push }
            links.append(ChartLink(kind: .delivery, from: push, to: index))
        }
        return links + open.map { ChartLink(kind: .lost, from: $0, to: $0) }
    }

    /// Matches each request or answer of a phone with the relay's next state.
    private static func requests(_ entries: [Timeline.Entry]) -> [ChartLink] {
        entries.indices.compactMap { index in
            guard entries[index].kind == .request || entries[index].kind == .answer, entries[index].lane != .relay,
                let next = entries[index...].firstIndex(where: { $0.kind == .state && $0.lane == .relay }),
                entries[next].at - entries[index].at <= patience
            else { return nil }
            return ChartLink(kind: .request, from: index, to: next)
        }
    }

    /// Returns what continues in a phone's own lane until its next entry.
    private static func stays(_ entries: [Timeline.Entry]) -> [ChartLink] {
        entries.indices.compactMap { index in
            let entry = entries[index]
            let end: Set<Timeline.Kind>
            let kind: Kind
            switch entry.kind {
            case .arrival: (kind, end) = (.effect, [.ring, .arrival, .disarming, .arming])
            case .arming: (kind, end) = (.armed, [.ring, .disarming, .arming])
            case .ring where entry.ring?.isAudible == true: (kind, end) = (.ringing, [.answer, .disarming, .ring])
            default: return nil
            }
            let next = entries[(index + 1)...].firstIndex { $0.lane == entry.lane && end.contains($0.kind) }
            guard let next, kind != .effect || entries[next].kind == .ring else { return nil }
            return ChartLink(kind: kind, from: index, to: next)
        }
    }
}
