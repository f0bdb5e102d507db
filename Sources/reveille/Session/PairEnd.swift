import AlarmCore
import AlarmWire
import DeviceKit

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
    func remarks(name: String) -> [String] {
        var remarks: [String] = []
        if outgoing > 0 {
            let (alarms, it) = outgoing == 1 ? ("1 alarm", "it") : ("\(outgoing) alarms", "them")
            remarks.append(
                """
                \(name)'s phone has \(alarms) of yours and may not have heard of the end yet: if it is offline, it may \
                still ring for \(it) by itself.
                """
            )
        }
        if incoming > 0 {
            let (alarms, it) = incoming == 1 ? ("1 alarm", "it") : ("\(incoming) alarms", "them")
            remarks.append(
                """
                A phone of yours has \(alarms) from \(name): if it is offline now, it may still ring for \(it) by itself \
                until it hears of this.
                """
            )
        }
        return remarks
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
