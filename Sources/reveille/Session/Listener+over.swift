import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// Warnings and alerts that wait for no answer any more: what they were about, and how they ended.
extension Listener {
    /// Says that a notice waits for no answer here any more.
    ///
    /// - Parameters:
    ///   - notice: the notice, which itself asks for what can be done no more.
    ///   - ending: how it ended, in a clause; nil where that is not known.
    ///   - topic: what it was about; the notice's own topic by default.
    func sayOver(_ notice: AlarmNotice, _ ending: String?, about topic: String? = nil) {
        let reason = JSONObject(["reason": ending.map(JSONValue.string)])
        tell(
            ListenerEvent(.over).adding(notice.facts).adding(reason),
            notice.farewell(ending, about: topic, in: language)
        )
    }

    /// What an alert was about, with the person and the signal.
    func topic(of notice: AlarmNotice, _ alert: CareAlertView) async -> String {
        // Whoever has left the circle knows it as it was.
        let circle = (try? await device.circle(alert.circle)) ?? circles.first { $0.id == alert.circle }
        let members = circle?.members
        return notice.topic(of: alert, dweller: members?.first { $0.role == .dweller }?.displayName, in: language)
    }
}

extension AlarmNotice {
    /// The sentence for one that waits for no answer any more, as ``Listener/sayOver(_:_:about:)`` says it.
    func farewell(_ ending: String?, about topic: String? = nil, in language: Language) -> String {
        let subject = (topic ?? language.text(self.topic)).capitalizedAtStart
        guard let ending else { return language.text(.listenFarewell, [.title: subject]) }
        return language.text(.listenFarewellBecause, [.title: subject, .reason: ending])
    }

    /// The notice as one sentence; of a question to the dweller with what it is about, to tell it from another one.
    func title(of alert: CareAlertView, in language: Language) -> String {
        let news = news(in: language)
        guard [.countdown, .areYouWell].contains(stage.stage) else { return news }
        return language.text(.listenTopicSignal, [.title: news, .reason: language.text(alert.kind.shown)])
    }

    /// The notice in a list that may be read long after it came.
    ///
    /// The relay's text says how long something takes from the time when it came: of such a one the title is left, with
    /// the time itself.
    ///
    /// - Parameters:
    ///   - title: what is shown of any other notice.
    ///   - due: the person's deadline, or the end of a countdown; nil where that is not known.
    ///   - alert: the alert of a care circle; nil for any other notice, and where it is not known.
    ///   - clock: the clock of this machine, for the reader.
    /// - Returns: the text.
    func listed(_ title: String, due: Instant?, of alert: CareAlertView? = nil, _ clock: LocalClock) -> String {
        guard tellsSpan, let relayWords else { return title }
        let (language, signal) = (clock.language, alert.map { clock.language.text($0.kind.shown) })
        let head = signal.map { language.text(.listenTopicSignal, [.title: relayWords.title.asForeign, .reason: $0]) }
        guard !isRehearsal, let due else { return PushWords(title: head ?? relayWords.title, body: "").line }
        let key: TextKey
        if due > clock.relayNow {
            key = isAboutCare ? .listenListUntil : .listenListDue
        } else {
            key = isAboutCare ? .listenListOver : .listenListPassed
        }
        return PushWords(title: head ?? relayWords.title, body: language.text(key, [.time: clock.text(due)])).line
    }

    /// Whether the relay's text may say how long it is until something, or since.
    private var tellsSpan: Bool {
        switch stage.stage {
        case .checkInDue, .checkInReminder: !isDailyReminder
        case .countdown, .areYouWell: true
        default: false
        }
    }

    /// What an alert of a care circle was about.
    func topic(of alert: CareAlertView, dweller: String?, in language: Language) -> String {
        var title = language.text(topic)
        if stage.stage == .alert, let dweller {
            title = language.text(.listenTopicAlertAbout, [.person: dweller.asForeign])
        }
        return language.text(.listenTopicSignal, [.title: title, .reason: language.text(alert.kind.shown)])
    }

    /// What it is about, in words that are also true once it is over.
    var topic: TextKey {
        switch stage.stage {
        case _ where isRehearsal: .listenTopicRehearsal
        case _ where isDailyReminder: .listenTopicDaily
        case .alert: .listenTopicAlert
        // Whoever has called for help was asked nothing.
        case .countdown: .listenTopicCountdown
        case .areYouWell: .listenTopicQuestion
        case .contactsTold: .listenTopicContacts
        case .reached: .listenTopicReached
        default: .listenTopicCheckIn
        }
    }
}

extension CheckInReport {
    /// Where the person's check-in stands, in a clause for the reader of `clock`; nil where there is nothing to say.
    func standing(_ clock: LocalClock) -> String? {
        let language = clock.language
        switch state {
        case .off: return language.text(.listenStandingOff)
        case .paused: return language.text(.listenStandingPaused)
        case .new, .warning, .due, .expired, .escalated, .normal, .checkedIn: break
        }
        let asked = putOffAt.map { language.text(.listenStandingPutOff, [.time: clock.text($0)]) }
        let last = asked ?? history.first.map { language.text(.listenStandingLast, [.time: clock.text($0.at)]) }
        let next = due.map { language.text(.listenStandingNext, [.time: clock.text($0)]) }
        guard let last, let next else { return last ?? next }
        return language.text(.listenStandingBoth, [.reason: last, .words: next])
    }
}
