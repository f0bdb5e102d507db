import AlarmCore

/// A line between two marks: what came of what.
struct ChartLink {
    enum Kind: String, CaseIterable {
        /// From a request or an answer to what the relay made of it.
        case call
        /// From a push to the phone that it reached.
        case delivery
        /// From an arrival to the ring.
        case effect
        /// A push that reached nobody; the line ends in the air.
        case lost
        /// From the arming of a system alarm to its end.
        case armed
        /// From a ring to the answer.
        case ringing

        /// What such a line means, for the legend; nil where the marks at its ends say it.
        var meaning: String? {
            switch self {
            case .call, .delivery, .effect: nil
            case .lost: "reached no phone"
            case .armed: "armed: rings even offline"
            case .ringing: "keeps ringing"
            }
        }
    }

    let kind: Kind
    /// The numbers of the two marks; the same for a line that ends in the air.
    let from: Int
    let to: Int

    /// The longest that the relay's answer to a request is waited for.
    private static let patience = Span.minutes(1)

    /// The lines between these entries, in time's order, by their places in the list.
    static func links(between entries: [Timeline.Entry]) -> [ChartLink] {
        deliveries(entries) + calls(entries) + stays(entries)
    }

    /// Matches each arrival, and each notice, with the push that brought it.
    private static func deliveries(_ entries: [Timeline.Entry]) -> [ChartLink] {
        var links: [ChartLink] = []
        var open = entries.indices.filter { entries[$0].kind == .push }
        for (index, entry) in entries.enumerated() where entry.kind == .arrival || entry.kind == .notice {
            // The gateway and a phone see one push at one instant, and may note it in any order.
            let fitting = open.filter { entries[$0].at <= entry.at && entries[$0].stage == entry.stage }
            // The newest: it is the one that a gateway keeps for a phone that is off line.
            guard
                let push = fitting.last(where: { entries[$0].phone == entry.lane.name })
                    ?? fitting.last(where: { entries[$0].phone == nil })
            else { continue }
            open.removeAll { $0 == push }
            links.append(ChartLink(kind: .delivery, from: push, to: index))
        }
        return links + open.map { ChartLink(kind: .lost, from: $0, to: $0) }
    }

    /// Matches what a phone asked or answered with the relay's next state.
    private static func calls(_ entries: [Timeline.Entry]) -> [ChartLink] {
        entries.indices.compactMap { index in
            guard entries[index].kind == .request || entries[index].kind == .answer, entries[index].lane != .relay,
                let next = entries[index...].firstIndex(where: { $0.kind == .state && $0.lane == .relay }),
                entries[next].at - entries[index].at <= patience
            else { return nil }
            return ChartLink(kind: .call, from: index, to: next)
        }
    }

    /// What goes on in a phone's own lane until its next step.
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
