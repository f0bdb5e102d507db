import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// The phones that may ring by themselves for an alarm that was taken back or moved: they have it, and no phone reports
/// that it has heard of a change.
struct OfflinePhones: Hashable {
    /// A person with phones.
    enum Owner: Hashable {
        /// This person.
        case user
        /// Whoever a reminder is for.
        case assignee
        /// A partner, with the name where it is known.
        case partner(String?)
    }

    /// Whose phones they are.
    let owner: Owner
    /// The number of phones.
    let count: Int
    /// The time at which they may ring.
    let ringsAt: Instant

    /// Looks at an alarm as it was before a change; nil where no phone is known to have it.
    init?(holding alarm: AlarmListing) {
        let view = alarm.view
        count = view.phonesThatRingByThemselves
        guard count > 0 else { return nil }
        switch view.direction {
        case .incoming: owner = .user
        // A reminder comes with the name of whoever wrote it, and an alarm that watches somebody with none.
        case .outgoing where view.preset != nil: owner = .assignee
        case .outgoing: owner = .partner(alarm.partnerName?.asForeign)
        }
        ringsAt = view.snoozedUntil ?? view.time
    }

    /// The warning after an alarm was taken back.
    func remark(in language: Language) -> String {
        language.text(.answerPhoneBack, .answerPhoneBackSeveral, for: count, [.words: subject(in: language)])
    }

    /// The warning after an alarm was moved, with its former time in words.
    func remark(onTime time: String, in language: Language) -> String {
        let values: [Placeholder: String] = [.words: subject(in: language), .time: time]
        return language.text(.answerPhoneMoved, .answerPhoneMovedSeveral, for: count, values)
    }

    /// Whose phones they are, as the subject of a sentence.
    private func subject(in language: Language) -> String {
        switch owner {
        case .user: return language.text(.answerPhoneOwn, .answerPhoneOwnSeveral, for: count)
        case .assignee: return language.text(.answerPhoneThere, .answerPhoneThereSeveral, for: count)
        case .partner(let name):
            let person = name ?? language.text(.listenPartner).capitalizedAtStart
            return language.text(.answerPhonePartner, .answerPhonePartnerSeveral, for: count, [.person: person])
        }
    }
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
