import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// Answers that a listener has kept because the relay could not be reached.
struct KeptAnswers {
    /// An answer to an alarm or a reminder.
    struct ToAlarm {
        let answer: GivenAnswer
        /// The words and the sender.
        let title: String
    }

    /// An answer to an alert of a care circle.
    struct ToAlert {
        let notice: AlarmNotice
        /// What to say with it; nil for nothing.
        let words: String?
    }

    var alarms: [AlarmID: ToAlarm] = [:]
    var alerts: [AlarmID: ToAlert] = [:]
    /// The alarms of whose lost replies it was said.
    var toldLosses: Set<AlarmID> = []

    var isEmpty: Bool { alarms.isEmpty && alerts.isEmpty }
}

/// What came of answers that were kept: it is said as soon as the relay has them.
extension Listener {
    /// Says which kept answers do not count, and sends the words that go with those that do.
    mutating func sayKeptAnswers() async {
        for (id, answer) in kept.alerts { await say(answer, to: id) }
        for (id, answer) in kept.alarms { await say(answer, to: id) }
        for id in (try? await device.takeOutdatedAnswers()) ?? [] {
            guard let line = await session.remark(onOutdatedAnswerTo: DocumentID(of: id)) else { continue }
            tellLost(id, line)
        }
        for lost in (try? await device.takeLostReplies()) ?? [] where kept.toldLosses.remove(lost.id) == nil {
            tellLost(lost.id, lost.remark(in: language))
        }
    }

    private mutating func say(_ answer: KeptAnswers.ToAlert, to id: AlarmID) async {
        guard await !device.profile.waitsToSend(id) else { return }
        let isAboutOthers = answer.notice.stage.stage == .alert
        switch await alert(DocumentID(of: id)) {
        case .unreachable: return
        case .gone: tellLost(id, text(.listenAlertGone))
        case .known(let view) where view.isOpen:
            // Where the alert was signalled again, the words that are too old for it are not sent either.
            if answer.words != nil { tellLost(id, text(.listenLostAnswerWords)) }
        case .known(let view):
            if let words = answer.words { _ = await session.note(words, on: view, in: language) }
            let result = await outcome(of: view, isAboutOthers: isAboutOthers)
            if result.isLost {
                tellLost(id, result.line)
            } else {
                tell(.answered(id, .gotIt(reply: nil), kept: false), result.line)
            }
        }
        kept.alerts[id] = nil
    }

    /// Says that an alarm was changed before the answer to it came; the end of one is said where it is taken off.
    private mutating func say(_ answer: KeptAnswers.ToAlarm, to id: AlarmID) async {
        guard await !device.profile.waitsToSend(id) else { return }
        guard let listing = try? await device.show(id) else { return }
        kept.alarms[id] = nil
        let view = listing.view
        // One that recurs goes on with its next time after every answer.
        guard view.rule == nil, view.nextTime == nil, view.revision > answer.answer.revision, view.ending == nil else {
            return
        }
        let line = answer.answer.answer.tooLate(text(.listenLostAnswerChanged), in: language)
        kept.toldLosses.insert(id)
        tellLost(id, text(.listenLostAnswer, [.title: answer.title.unstopped.capitalizedAtStart, .reason: line]))
    }

    private func tellLost(_ id: AlarmID, _ line: String) {
        tell(ListenerEvent(.answerLost, ["id": .identifier(id), "reason": .string(line)]), line)
    }
}
