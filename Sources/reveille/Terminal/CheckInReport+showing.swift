import AlarmCore
import AlarmWire
import Wording

extension OutputOptions {
    /// Shows how a check-in stands: as JSON for a script, in a sentence for a person.
    func show(_ report: CheckInReport, in session: DeviceSession) {
        guard !json else { return Terminal.say(report.json) }
        let status = CheckInStatus(
            state: report.state,
            due: report.due,
            contactsDue: report.contactsDue,
            remainingSeconds: report.remaining
        )
        Terminal.say(
            StatusText.checkIn(status, pausedUntil: report.settings.pausedUntil, in: session.zone, session.language)
        )
        if report.contacts == 0 {
            Terminal.say("No contact has agreed to be told yet: reveille contacts add\(session.profileFlag)")
        }
    }
}
