import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// What taking an alarm back has come to, by the alarm as it was before and as it is after.
struct Cancellation {
    /// The alarm.
    let id: AlarmID
    /// The alarm before; nil for one that the relay does not know, or where it could not be asked.
    var before: AlarmListing?
    /// The alarm after, likewise.
    var after: AlarmListing?

    /// The alarm, where it was over by itself before it could be taken back.
    ///
    /// It may have ended between the first look and the request.
    private var over: AlarmListing? {
        if let before, before.view.state.isFinal { return before }
        guard let after, let ending = after.view.ending else { return nil }
        let isTakenBack =
            switch ending {
            case .cancelled: after.view.preset != nil || after.view.direction == .outgoing
            case .declined: after.view.preset != nil || after.view.direction == .incoming
            case .answered, .dismissed, .missed, .ended: false
            }
        return isTakenBack ? nil : after
    }

    /// The phones that may ring all the same.
    private var phones: OfflinePhones? {
        guard over == nil else { return nil }
        // A phone may have armed it after the first look.
        return before.flatMap { OfflinePhones(holding: $0) } ?? after.flatMap { OfflinePhones(holding: $0) }
    }

    /// The answer of `alarm cancel`: taken back, or over before.
    func line(_ clock: LocalClock) -> String {
        let language = clock.language
        guard let over else {
            return language.joining(
                language.text(.answerAlarmCancelled, [.link: "\(id)"]),
                phones?.remark(in: language)
            )
        }
        var values: [Placeholder: String] = [.link: "\(id)", .state: over.state(clock)]
        guard let end = over.view.last?.at else { return language.text(.answerAlarmOver, values) }
        values[.time] = clock.text(end)
        return language.text(.answerAlarmOverSince, values)
    }

    /// What a script is told.
    var json: JSONValue {
        let ending = over?.view.ending
        return .object(of: [
            "id": .identifier(id),
            "state": .word(over?.view.state ?? .cancelled),
            "ending": ending.map(JSONValue.word),
            "mayRing": phones == nil ? nil : true,
        ])
    }
}
