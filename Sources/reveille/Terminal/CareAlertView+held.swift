import AlarmCore
import AlarmWire
import DeviceKit
import Wording

extension CareAlertView {
    /// Says in English that nobody is told of a signal that was held back, why, and what to do; nil for any other alert.
    ///
    /// - Parameters:
    ///   - settings: the dweller's settings; nil where they are not known.
    ///   - careEnd: the time from which readings like this are told again; nil where it is not known.
    ///   - flag: the option that names the profile in a command.
    ///   - clock: the clock of this machine.
    /// - Returns: the sentences.
    func heldSentences(
        settings: CareSettings?,
        careEnd: Instant?,
        flag: String,
        _ clock: LocalClock
    ) -> String? {
        guard let held else { return nil }
        let (reason, advice): (String, String?)
        switch held {
        case .paused:
            let end = settings?.pausedUntil.map { " until \(clock.text($0))" } ?? ""
            (reason, advice) = (
                "you have paused your care circle\(end)", "To end that: reveille care pause\(flag) --resume"
            )
        case .quietHours:
            let hours = settings?.quietHours.map { " (\($0.from.clock) to \($0.until.clock))" } ?? ""
            (reason, advice) = ("these are your quiet hours\(hours)", whatFollowsQuietHours)
        case .withinThresholds:
            let limits = settings?.glucose.map { " (\($0.low) to \($0.high) mg/dL)" } ?? ""
            (reason, advice) = (
                "the reading is within your limits\(limits)",
                "To change them: reveille care settings\(flag) --glucose LOW-HIGH"
            )
        case .noThresholds:
            (reason, advice) = (
                "you have set no limits for glucose",
                "To set them, as you have agreed with your doctor: reveille care settings\(flag) --glucose LOW-HIGH"
            )
        case .acknowledged:
            let end = careEnd.map { "Readings like this are told again from \(clock.text($0)) on." }
            (reason, advice) = ("somebody already looks after an earlier reading like this", end)
        }
        let help = "If you need help: reveille care signal\(flag)"
        let lines = ["Nobody is told of this, since \(reason).", advice, help]
        return lines.compactMap(\.self).joined(separator: "\n")
    }

    /// What comes of the signal at the end of quiet hours.
    private var whatFollowsQuietHours: String? {
        switch kind {
        case .inactivity: "They are told when the quiet hours end, unless there is activity first."
        case .wellness: "They are told when the quiet hours end."
        case .fall, .manual, .glucose: nil
        }
    }
}

extension CareDwellerView {
    /// The end of the time for which a member's word about an earlier reading counts for those that follow; nil where
    /// there is none.
    func glucoseCareEnd(at now: Instant) -> Instant? {
        guard let last = lastAlert, last.kind == .glucose, last.state == .acknowledged, let since = last.endedAt else {
            return nil
        }
        let end = since + CareLimits.glucoseCare
        return end > now ? end : nil
    }
}

extension DeviceSession {
    /// Says why nobody is told of a signal that was held back, and what to do.
    func explainHeld(_ alert: CareAlertView) async {
        let settings = try? await device.careSettings()
        let own = try? await device.careOverview().dwellers.first(where: \.isSelf)
        let end = own?.glucoseCareEnd(at: clock.relayNow)
        let words = alert.heldSentences(settings: settings, careEnd: end, flag: profileFlag, clock)
        if let words { Terminal.say(words) }
    }
}
