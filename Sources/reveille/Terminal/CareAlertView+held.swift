import AlarmCore
import AlarmWire
import DeviceKit
import Wording

extension CareAlertView {
    /// Says that nobody is told of a signal that was held back, why, and what to do; nil for any other alert.
    ///
    /// - Parameters:
    ///   - settings: the dweller's settings; nil where they are not known.
    ///   - careEnd: the time from which readings like this are told again; nil where it is not known.
    ///   - flag: the option that names the profile in a command.
    ///   - clock: the clock of this machine, for the reader.
    /// - Returns: the sentences.
    func heldSentences(
        settings: CareSettings?,
        careEnd: Instant?,
        flag: String,
        _ clock: LocalClock
    ) -> String? {
        guard let held else { return nil }
        let language = clock.language
        func command(_ key: TextKey, _ command: String) -> String { language.text(key, [.link: command]) }
        let limits = "reveille care settings\(flag) --glucose LOW-HIGH"
        let (reason, advice): (String, String?)
        switch held {
        case .paused:
            let end = settings?.pausedUntil.map { language.text(.listHeldPausedUntil, [.time: clock.text($0)]) }
            (reason, advice) = (
                end ?? language.text(.listHeldPaused),
                command(.listHeldResume, "reveille care pause\(flag) --resume")
            )
        case .quietHours:
            let hours = settings?.quietHours.map { hours in
                language.text(.listHeldQuietHours, [.former: hours.from.clock, .time: hours.until.clock])
            }
            (reason, advice) = (hours ?? language.text(.listHeldQuiet), whatFollowsQuietHours.map { language.text($0) })
        case .withinThresholds:
            let range = settings?.glucose.map { glucose in
                language.text(.listHeldWithinLimits, [.words: "\(glucose.low)", .count: "\(glucose.high)"])
            }
            (reason, advice) = (range ?? language.text(.listHeldWithin), command(.listHeldChange, limits))
        case .noThresholds:
            (reason, advice) = (language.text(.listHeldNoLimits), command(.listHeldSet, limits))
        case .acknowledged:
            let end = careEnd.map { language.text(.listHeldHelpedUntil, [.time: clock.text($0)]) }
            (reason, advice) = (language.text(.listHeldHelped), end)
        }
        let lines = [
            language.text(.listHeldSince, [.reason: reason]), advice,
            command(.listHeldHelp, "reveille care signal\(flag)"),
        ]
        return lines.compactMap(\.self).joined(separator: "\n")
    }

    /// What comes of the signal at the end of quiet hours.
    private var whatFollowsQuietHours: TextKey? {
        switch kind {
        case .inactivity: .listHeldLaterUnless
        case .wellness: .listHeldLater
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
        let words = alert.heldSentences(settings: settings, careEnd: end, flag: profileFlag, readersClock)
        if let words { Terminal.say(words) }
    }
}
