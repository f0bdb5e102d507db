import AlarmCore
import AlarmWire
import DeviceKit

/// Warnings and alerts that wait for no answer any more: what they were about, and how they ended.
extension Listener {
    /// Says that a notice waits for no answer here any more.
    ///
    /// - Parameters:
    ///   - notice: the notice, which itself asks for what can be done no more.
    ///   - ending: how it ended, in a clause; nil where that is not known.
    ///   - topic: what it was about; the notice's own topic by default.
    func sayOver(_ notice: AlarmNotice, _ ending: String?, about topic: String? = nil) {
        Terminal.say("\(clock.timeOfDay(clock.now))  \(notice.farewell(ending, about: topic))")
    }

    /// What an alert was about, with the person and the signal.
    func topic(of notice: AlarmNotice, _ alert: CareAlertView) async -> String {
        let members = (try? await device.circle(alert.circle))?.members
        return notice.topic(of: alert, dweller: members?.first { $0.role == .dweller }?.displayName)
    }
}

extension AlarmNotice {
    /// The sentence for one that waits for no answer any more, as ``Listener/sayOver(_:_:about:)`` says it.
    func farewell(_ ending: String?, about topic: String? = nil) -> String {
        let topic = topic ?? self.topic
        let subject = "\(topic.prefix(1).uppercased())\(topic.dropFirst())"
        return "\(subject) needs no answer here any more\(ending.map { ": \($0)" } ?? "")."
    }

    /// What an alert of a care circle was about.
    func topic(of alert: CareAlertView, dweller: String?) -> String {
        let signal = alert.kind.shown
        guard stage.stage == .alert else { return "\(topic) (\(signal))" }
        return "\(topic)\(dweller.map { " about \($0.asForeign)" } ?? "") (\(signal))"
    }

    /// What it is about, in words that are also true once it is over.
    var topic: String {
        switch stage.stage {
        case _ where isRehearsal: "the rehearsal"
        case _ where isDailyReminder: "the daily reminder to check in"
        case .alert: "the alert"
        case .countdown, .areYouWell: "the question whether you are all right"
        case .contactsTold: "the news that your contacts were told"
        case .reached: "the news that a contact has reached you"
        default: "the warning about your check-in"
        }
    }
}

extension CareSignal.Kind {
    /// What may have happened, in a few words.
    fileprivate var shown: String {
        switch self {
        case .fall: "a possible fall"
        case .inactivity: "no activity"
        case .wellness: "little activity for days"
        case .manual: "a call for help"
        case .glucose: "a glucose reading"
        }
    }
}

extension CheckInReport {
    /// Where the person's check-in stands, in a clause; nil where there is nothing to say.
    func standing(_ clock: LocalClock) -> String? {
        switch state {
        case .off: return "check-ins are off"
        case .paused: return "check-ins are paused"
        case .new, .warning, .due, .expired, .escalated, .normal, .checkedIn: break
        }
        let last = history.first.map { "the last check-in was at \(clock.text($0.at))" }
        let next = due.map { "the next one is due by \(clock.text($0))" }
        let facts = [last, next].compactMap(\.self)
        return facts.isEmpty ? nil : facts.joined(separator: ", and ")
    }
}
