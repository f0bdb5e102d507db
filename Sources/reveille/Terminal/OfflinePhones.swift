import AlarmCore
import AlarmWire
import DeviceKit

/// The phones that may ring by themselves for an alarm that was taken back or moved: they have it, and no phone reports
/// that it has heard of a change.
struct OfflinePhones: Hashable {
    /// Whose phones they are, as the subject of a sentence.
    let owner: String
    /// The number of phones.
    let count: Int
    /// The time at which they may ring.
    let ringsAt: Instant

    /// Looks at an alarm as it was before a change; nil where no phone is known to have it.
    init?(holding alarm: AlarmListing) {
        let view = alarm.view
        count = view.phonesThatRingByThemselves
        guard count > 0 else { return nil }
        let isOne = count == 1
        switch view.direction {
        case .incoming: owner = isOne ? "A phone of yours" : "Your phones"
        // A reminder comes with the name of whoever wrote it, and an alarm that watches somebody with none.
        case .outgoing where view.preset != nil: owner = isOne ? "A phone there" : "Phones there"
        case .outgoing: owner = "\(alarm.partnerName?.asForeign ?? "Your partner")'s \(isOne ? "phone" : "phones")"
        }
        ringsAt = view.snoozedUntil ?? view.time
    }

    /// The warning after an alarm was taken back.
    var remark: String {
        let (has, it, rings) = count == 1 ? ("has", "it", "by itself") : ("have", "they", "by themselves")
        return """
            \(owner) \(has) it and may not have heard of that yet: \(it) may still ring \(rings) if \(isOffline).
            """
    }

    /// The warning after an alarm was moved, with its former time in words.
    func remark(onTime time: String) -> String {
        let (has, it) = count == 1 ? ("has", "it") : ("have", "they")
        return """
            \(owner) \(has) it for \(time) and may not have heard of the change yet: if \(isOffline), \(it) may still \
            ring then.
            """
    }

    private var isOffline: String { count == 1 ? "it is offline" : "they are offline" }
}

extension AlarmView {
    /// How many phones may ring by themselves as things are, by a system alarm or, where they cannot be reached, by
    /// whatever they have; at least that of which a list tells without counting.
    var phonesThatRingByThemselves: Int {
        let holding = deliveries.count { funnel in
            funnel.acknowledged == nil && (funnel.armed != nil || state == .blocked && funnel.received != nil)
        }
        return max(holding, state == .armed ? 1 : 0)
    }

    /// Whether it was taken back, or ended with its pair, while a phone had set its own alarm for it.
    var wasTakenFromArmedPhone: Bool {
        switch ending {
        case .cancelled, .ended: deliveries.contains { $0.armed != nil && $0.acknowledged == nil }
        case .answered, .dismissed, .declined, .missed, nil: false
        }
    }
}
