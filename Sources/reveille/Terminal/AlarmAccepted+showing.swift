import AlarmCore
import AlarmWire
import Wording

extension AlarmAccepted {
    /// What the relay did with a new alarm, in a sentence for its sender, and what to do where nothing can ring.
    func headline(for partner: String, at moment: String, in language: Language) -> String {
        let values: [Placeholder: String] = [.person: partner, .time: moment, .link: "\(id)"]
        return language.text(state == .blocked ? .answerAlarmSetWaits : .answerAlarmSet, values)
    }

    /// What the relay did with an alarm that was moved, likewise; `isHeld` says that a phone had it before, and may ring
    /// by itself.
    func headline(
        for partner: String,
        movedTo moment: String,
        isHeld: Bool = false,
        in language: Language
    ) -> String {
        let values: [Placeholder: String] = [.person: partner, .time: moment, .count: "\(revision)"]
        guard state == .blocked else { return language.text(.answerAlarmMoved, values) }
        return language.text(isHeld ? .answerAlarmMovedHeld : .answerAlarmMovedWaits, values)
    }

    /// What a script is told of an alarm that was moved.
    ///
    /// - Parameter former: the time at which a phone that is offline may ring all the same; nil where none is known to.
    /// - Returns: the relay's answer, with that time.
    func json(mayRingAt former: Instant?) -> JSONValue {
        guard let former, case .object(let told) = json else { return json }
        var object = JSONObject(members: told.members)
        object.append("mayRingAt", .instant(former))
        return .object(object)
    }
}
