import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// Warnings of the person's own check-in, which another command, a link or another device may have answered.
extension Listener {
    /// Takes off warnings to which nothing is left to say, because of a check-in, a snooze or a change of the plan.
    ///
    /// The relay is asked only while one waits; where it cannot be reached, all stay.
    mutating func takeOffAnsweredCheckIns() async {
        guard ringing.items.contains(where: { $0.checkIn != nil }), let report = try? await device.checkInReport()
        else { return }
        for item in ringing.items {
            guard let notice = item.checkIn, !report.isAsked(by: notice) else { continue }
            ringing.remove(item.id)
            sayOver(notice, report.standing(clock))
        }
        await silenceIfDone()
    }

    /// What putting a warning off has done, in a sentence.
    ///
    /// - Parameters:
    ///   - notice: the warning.
    ///   - outcome: the result of telling the relay.
    ///   - end: the end that was asked for, by this machine's clock; the plan has its own for a deadline.
    /// - Returns: the sentence.
    func putOff(_ notice: AlarmNotice, _ outcome: ReceiptOutcome, asked end: Instant) async -> String {
        if case .kept = outcome { return text(.listenKept) }
        guard notice.isAboutDeadline else {
            return text(.listenCheckInPutOffUntil, [.time: await self.end(of: outcome, asked: end)])
        }
        guard let due = try? await device.checkInReport().due else { return text(.listenCheckInPutOff) }
        return text(.listenCheckInPutOffDue, [.time: clock.text(due)])
    }

    /// Takes off the warnings of an earlier cycle: a person has one at a time.
    mutating func takeOffFormerCheckIns(before notice: AlarmNotice) {
        guard notice.isAboutDeadline else { return }
        for item in ringing.items where item.id != notice.id && item.checkIn?.isAboutDeadline == true {
            ringing.remove(item.id)
        }
    }
}

extension RingingItem {
    /// The warning of the person's own check-in that it is; nil for anything else, and for a rehearsal.
    fileprivate var checkIn: AlarmNotice? {
        guard case .notice(let notice) = subject, notice.isAboutDeadline || notice.isDailyReminder else { return nil }
        return notice
    }
}

extension AlarmNotice {
    /// Whether it is the daily reminder of a plan, which no deadline stands behind.
    var isDailyReminder: Bool { preset == EscalationPolicy.dailyCheckIn.name }

    /// Whether it is about a deadline of the person's own.
    var isAboutDeadline: Bool {
        switch stage.stage {
        case .checkInDue, .checkInReminder, .contactsTold, .reached: !isRehearsal && !isDailyReminder
        default: false
        }
    }

    /// What is said once it is put away at this terminal: that answers nothing, and nobody hears of it.
    ///
    /// - Parameters:
    ///   - report: where the person's check-in stands; nil where that is not known.
    ///   - clock: the clock of this machine, for the reader.
    /// - Returns: one sentence or two.
    func putAway(_ report: CheckInReport?, _ clock: LocalClock) -> String {
        let language = clock.language
        switch stage.stage {
        case _ where isRehearsal: return language.text(.listenAwayRehearsal)
        case .alert: return language.text(.listenAwayAlert)
        case .countdown, .areYouWell: return language.text(.listenAwayQuestion)
        case .contactsTold: return language.text(.listenAwayContacts)
        case .checkInDue, .checkInReminder:
            guard isAboutDeadline, let due = report?.due else { return language.text(.listenAwayCheckIn) }
            return language.text(
                due > clock.relayNow ? .listenAwayCheckInUntil : .listenAwayCheckInPassed,
                [.time: clock.text(due)]
            )
        default: return language.text(.listenAwayCheckIn)
        }
    }
}

extension CheckInReport {
    /// Whether the state still asks for the check-in that a notice asks for.
    ///
    /// An operator's policy may warn before the state says so; then the deadline is the one of which it warns.
    func isAsked(by notice: AlarmNotice) -> Bool {
        if notice.isDailyReminder {
            return history.first.map { $0.at < notice.time } ?? true
        }
        switch state {
        case .warning, .due, .expired, .escalated: return true
        case .off, .new, .paused: return false
        case .normal, .checkedIn: return due.map { $0 <= notice.time } ?? false
        }
    }
}
