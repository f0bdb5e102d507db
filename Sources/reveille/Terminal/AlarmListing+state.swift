import AlarmCore
import AlarmWire
import DeviceKit
import Wording

extension AlarmListing {
    /// The receiver or the sender of the alarm; for an alarm that watches a person, its kind, and for a reminder whom it is
    /// for, where that is known.
    func otherSide(in language: Language) -> String {
        if isReminder {
            let isOwn = isForOneself || view.direction == .incoming
            if let name = isOwn ? language.text(.listenYou) : receiverName?.asForeign {
                return language.text(.listReminderFor, [.person: name])
            }
        }
        if let kind = view.kind(in: language) { return kind }
        let name = partnerName?.asForeign ?? language.text(.listUnknown)
        return language.text(view.direction == .outgoing ? .listTo : .listFrom, [.person: name])
    }

    /// When it is due; of a reminder that was set anew after its time, when the reminder was.
    var dueTime: Instant { view.reminderDue ?? view.time }

    /// Returns the alarm's state, or how it ended, in some words for the reader of `clock`.
    ///
    /// The state alone calls a dismissal an answer, and the end of a pair a cancellation.
    func state(_ clock: LocalClock) -> String {
        if let ending = view.ending { return words(for: ending, clock) }
        let language = clock.language
        guard !view.isRefused else { return refused(clock) }
        if view.ringsNowhere { return language.text(.listRingsNowhere) }
        if isSoundOff { return language.text(.listSoundOff) }
        guard let end = view.snoozedUntil else { return view.state.shown(in: language) }
        var values: [Placeholder: String] = [.time: clock.text(end)]
        var key = TextKey.listSnoozed
        if let snoozes = view.snoozes, snoozes > 1 { (key, values[.count]) = (.listSnoozedAgain, "\(snoozes)") }
        let snoozed = language.text(key, values)
        return view.state == .blocked ? language.text(.listBlocked, [.state: snoozed]) : snoozed
    }

    /// That its receiver's consent keeps it from ringing, and whether it goes on.
    private func refused(_ clock: LocalClock) -> String {
        let language = clock.language
        var values: [Placeholder: String] = [
            .state: view.state.shown(in: language),
            .reason: language.text(view.direction == .outgoing ? .listRefusedThey : .listRefusedYou),
        ]
        guard view.rule != nil else { return language.text(.listSilent, values) }
        guard let next = view.nextTime else { return language.text(.listSkipped, values) }
        values[.words] = view.announcing(clock.text(next), in: language)
        return language.text(.listSkippedThen, values)
    }

    /// Returns how the occurrence that ended last has ended; nil where none has.
    func lastEnd(_ clock: LocalClock) -> String? { lastEnding.map { words(for: $0, clock) } }

    private func words(for ending: AlarmView.Ending, _ clock: LocalClock) -> String {
        let language = clock.language
        guard !wasSetAnew else { return language.text(.listEndSetAnew) }
        var time: [Placeholder: String] { [.time: clock.text(endedTime)] }
        switch ending {
        case .answered:
            guard isReminder else { return language.text(.listEndAnswered) }
            guard let doer else { return language.text(.listEndDone, time) }
            return language.text(.listEndDoneBy, time.merging([.person: doer.name(in: language)]) { _, new in new })
        case .dismissed: return language.text(.listEndDismissed)
        case .declined: return declined(clock)
        case .missed: return isReminder ? language.text(.listEndNotDone, time) : language.text(.listEndMissed)
        case .cancelled: return language.text(.listEndTakenBack)
        case .ended: return language.text(view.preset == nil ? .listEndPair : .listEndCircle)
        }
    }

    /// Whether one time of it was declined, or all that would follow as well.
    private func declined(_ clock: LocalClock) -> String {
        let language = clock.language
        guard view.ending == nil else {
            if isReminder, let receiverName {
                return language.text(.listEndDeclinedBy, [.person: receiverName.asForeign])
            }
            // A reminder stays, and another alarm may ring for it later.
            return language.text(view.rule == nil || isReminder ? .listEndDeclined : .listEndDeclinedEnded)
        }
        let time = clock.text(view.time)
        let next = language.text(view.isRefused ? .listNextSkippedToo : .listNext, [.time: time])
        return language.text(.listEndDeclinedOnce, [.words: next])
    }
}

extension AlarmView {
    /// The relay's reason why a device that has no stream open was not rung.
    private static let notListening = "not listening"

    /// Whether it is due, and each of the receiver's devices was to be rung by a listener that does not run; false where
    /// the devices are not known.
    fileprivate var ringsNowhere: Bool {
        state == .ringing && direction == .outgoing && !deliveries.isEmpty
            && deliveries.allSatisfy { device in
                device.error == Self.notListening && device.armed == nil && device.ringing == nil
                    && device.acknowledged == nil
            }
    }

    /// What kind of alarm it is, where it watches a person; nil for an alarm of a partner.
    func kind(in language: Language) -> String? {
        preset.map { preset in TextKey(rawValue: "list.kind.\(preset)").map { language.text($0) } ?? preset.asForeign }
    }

    /// Says of its next time, in words, that it is next, or that it is skipped as things are.
    fileprivate func announcing(_ nextTime: String, in language: Language) -> String {
        let key: TextKey = isRefused ? .listNextSkippedToo : .listNextSkipped
        return language.text(isNextRefused ? key : .listNext, [.time: nextTime])
    }
}

extension AlarmState {
    /// The state in a word or two.
    fileprivate func shown(in language: Language) -> String {
        TextKey(rawValue: "list.state.\(rawValue)").map { language.text($0) } ?? rawValue
    }
}

extension AlarmListing.Doer {
    /// The name for a sentence.
    fileprivate func name(in language: Language) -> String {
        switch self {
        case .own: language.text(.listenYou)
        case .other(let name): name?.asForeign ?? language.text(.listEndDoer)
        }
    }
}
