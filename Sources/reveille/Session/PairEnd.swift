import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// The alarms of a pair that phones have as it ends, so that a phone which is offline may ring by itself.
struct PairEnd: Hashable {
    /// The alarms that this person has set.
    var outgoing = 0
    /// The alarms that ring for this person.
    var incoming = 0

    /// Counts the alarms of a pair.
    ///
    /// - Parameters:
    ///   - alarms: this person's alarms before the end, as listed or as shown by themselves.
    ///   - pair: the pair.
    init(_ alarms: [AlarmView], of pair: PairID) {
        for view in alarms where view.pair == pair && view.phonesThatRingByThemselves > 0 {
            switch view.direction {
            case .outgoing: outgoing += 1
            case .incoming: incoming += 1
            }
        }
    }

    /// What is said of it, a sentence for each direction; `name` is the partner's.
    func remarks(name: String, in language: Language) -> [String] {
        let directions: [(Int, TextKey, TextKey)] = [
            (outgoing, .answerPairHeldOutgoing, .answerPairHeldOutgoingSeveral),
            (incoming, .answerPairHeldIncoming, .answerPairHeldIncomingSeveral),
        ]
        return directions.filter { $0.0 > 0 }.map { count, one, several in
            language.text(one, several, for: count, [.person: name])
        }
    }
}

/// A pair that this person has ended.
struct EndedPair {
    /// The partner's name.
    let partner: String
    /// How many alarms that were pending here will not ring.
    let cancelled: Int
    /// Whether the relay knows of the end.
    let isRelayTold: Bool
    /// What phones had of it.
    let held: PairEnd

    /// What `pair revoke` answers, line by line; `flag` is the option by which a command names this profile.
    func lines(flag: String, _ language: Language) -> [String] {
        let person = [Placeholder.person: partner]
        let pending = cancelled == 0 ? nil : language.text(.answerPairPending, [.count: "\(cancelled)"])
        let end = language.text(isRelayTold ? .answerPairEnded : .answerPairEndedHere, person)
        let untold = language.text(.answerPairUntold, [.person: partner, .link: "reveille listen\(flag)"])
        return [language.joining(end, pending)] + (isRelayTold ? held.remarks(name: partner, in: language) : [untold])
    }
}

extension DeviceSession {
    /// Counts what phones have of a pair that is about to end; nothing where the relay cannot be asked.
    ///
    /// A list says of an alarm that a phone has armed it; of one that is blocked, put off or rings only the alarm itself
    /// says what each phone has.
    func alarmsHeldByPhones(of pair: PairID) async -> PairEnd {
        let listed = (try? await device.list())?.map(\.view).filter { $0.pair == pair } ?? []
        var views: [AlarmView] = []
        for view in listed {
            let isTold = [.scheduled, .armed].contains(view.state)
            views.append(isTold ? view : (try? await device.show(view.id).view) ?? view)
        }
        return PairEnd(views, of: pair)
    }
}
