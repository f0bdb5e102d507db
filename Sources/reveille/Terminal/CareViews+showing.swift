import AlarmCore
import AlarmWire
import DeviceKit
import Wording

extension OutputOptions {
    /// Shows an alert, and a note that this is not a medical device.
    func show(_ alert: CareAlertView, in session: DeviceSession) async {
        let notes = await session.notes(of: [alert], recallingFormer: !json)[alert.id] ?? []
        guard !json else { return Terminal.say(alert.json(saying: notes)) }
        let (clock, language) = (session.readersClock, session.language)
        Terminal.say(alert.line(clock))
        if let warning = alert.warning { Terminal.say(language.text(warning)) }
        for told in alert.told { Terminal.say("  \(told.line(clock))") }
        for note in notes { Terminal.say("  \(note.line(in: language))") }
        Terminal.say(language.text(.commonNotMedical))
    }

    /// Shows the settings of a dweller.
    func show(_ settings: CareSettings, in session: DeviceSession) {
        guard !json else { return Terminal.say(settings.json) }
        Terminal.say(facts: settings.facts(session.readersClock))
    }
}

extension CareSettings {
    /// What is watched, as names and values for the reader of `clock`.
    func facts(_ clock: LocalClock) -> [(String, String)] {
        let language = clock.language
        let off = language.text(.listSettingsOff)
        let asks = inactivity.map { language.text(.listSettingsWithout, [.duration: language.length($0.wait)]) }
        let quiet = quietHours.map {
            language.text(.listSettingsHours, [.former: $0.from.clock, .time: $0.until.clock])
        }
        let still = wellness.map {
            language.text(
                .listSettingsStill,
                [.duration: language.length($0.stillness), .count: "\($0.days)"]
            )
        }
        let limits = glucose.map { language.text(.listSettingsLimits, [.words: "\($0.low)", .count: "\($0.high)"]) }
        let paused = isPaused(at: clock.relayNow) ? pausedUntil : nil
        let pause = paused.map { language.text(.listSettingsUntil, [.time: clock.text($0)]) }
        return [
            (language.text(.listSettingsAsks), asks ?? off), (language.text(.listSettingsQuiet), quiet ?? off),
            (language.text(.listSettingsWellness), still ?? off), (language.text(.listSettingsGlucose), limits ?? off),
            (language.text(.listSettingsPaused), pause ?? language.text(.listSettingsNo)),
        ]
            + CareSignal.Kind.allCases.map { kind in
                let span = language.length(countdowns[kind])
                let values = [Placeholder.reason: language.word("signal", kind.rawValue), .duration: span]
                return (language.text(.listSettingsCountdown), language.text(.listSettingsSpan, values))
            }
    }
}

extension CareAlertView {
    /// Returns the alert in one line, for the reader of `clock`.
    ///
    /// - Parameters:
    ///   - clock: the clock of this machine.
    ///   - outcome: what has come of a signal that quiet hours held back; ignored for any other.
    /// - Returns: the line.
    func line(_ clock: LocalClock, _ outcome: HeldOutcome = .waits) -> String {
        let language = clock.language
        var signal = language.word("signal", kind.rawValue)
        if let reading { signal = language.text(.listSignalReading, [.reason: signal, .count: "\(reading)"]) }
        var state = standing(in: language)
        func add(_ key: TextKey, _ values: [Placeholder: String]) {
            state = language.text(key, values.merging([.state: state]) { _, new in new })
        }
        if let endedBy { add(.listAlertBy, [.person: endedBy.asForeign]) }
        if self.state != .held, let endedAt { add(.listAlertAt, [.time: clock.text(endedAt)]) }
        if let continues { add(.listAlertContinues, [.link: "\(continues)"]) }
        if let held { add(.listAlertHeld, [.reason: reason(of: held, outcome, language)]) }
        if self.state == .counting, audience == 0 {
            add(.listAlertCountingNobody, [:])
        } else if self.state == .counting, let due {
            add(.listAlertCounting, [.time: clock.distance(to: due)])
        }
        if let place {
            state += "  \(language.text(.listCarePlace, [.coordinates: place.words(asOf: placeAt, clock)]))"
        }
        if let resolution = resolution(clock) { add(.listAlertResolution, [.reason: resolution]) }
        return "\(id)  \(clock.text(at))  \(signal)  \(state)"
    }

    /// Why no alert was raised, and what comes of a signal in quiet hours.
    private func reason(of held: CareSettings.Reason, _ outcome: HeldOutcome, _ language: Language) -> String {
        let reason = language.word("alert.held", held.rawValue)
        guard held == .quietHours else { return reason }
        switch outcome {
        case .raised(let alert): return language.text(.listAlertHeldSince, [.reason: reason, .link: "\(alert)"])
        case .calledOff: return language.text(.listAlertHeldCalledOff, [.reason: reason])
        case .over: return reason
        case .waits: break
        }
        switch kind {
        case .inactivity: return language.text(.listAlertHeldLaterUnless, [.reason: reason])
        case .wellness: return language.text(.listAlertHeldLater, [.reason: reason])
        case .fall, .manual, .glucose: return reason
        }
    }

    /// The state in a few words; of an open alert how far the members have been told.
    private func standing(in language: Language) -> String {
        guard state == .alerting else { return language.word("alert.state", state.rawValue) }
        if audience == 0 { return language.text(.listAlertNobody) }
        switch telling {
        case .done: return language.text(.listAlertTold)
        case .failed: return language.text(.listAlertUnreached)
        case .underWay, nil: return language.text(.listAlertStateAlerting)
        }
    }

    /// What to do about an open alert of which nobody is told; nil where somebody is.
    var warning: TextKey? {
        guard state == .counting || state == .alerting else { return nil }
        if audience == 0 { return .listCareWarnNobody }
        return telling == .failed ? .listCareWarnFailed : nil
    }

    /// Returns whether the alert is over, by whose word; nil for one that needs nobody's.
    private func resolution(_ clock: LocalClock) -> String? {
        guard state == .acknowledged || state == .unanswered else { return nil }
        let language = clock.language
        if let leftAt {
            // They may have left, or have been taken out.
            let helper = endedBy?.asForeign ?? language.text(.listAlertHelper)
            return language.text(.listAlertLeft, [.helper: helper, .time: clock.text(leftAt)])
        }
        guard let resolvedAt else { return language.text(.listAlertOpen) }
        let time = clock.text(resolvedAt)
        return resolvedBy.map { language.text(.listAlertOverBy, [.time: time, .person: $0.asForeign]) }
            ?? language.text(.listAlertOver, [.time: time])
    }

    /// Returns the alert as JSON for a script: the relay's data, with opened notes in place of sealed ones.
    func json(saying notes: [CareNoteListing]) -> JSONValue {
        guard case .object(let told) = json, !notes.isEmpty else { return json }
        var object = JSONObject(members: told.members.filter { $0.name != "notes" })
        object.append("notes", .array(notes.map(\.json)))
        return .object(object)
    }
}

extension CareTold {
    /// Returns the entry in one line, for the reader of `clock`.
    func line(_ clock: LocalClock) -> String {
        let (name, language) = (name?.asForeign ?? "\(person)", clock.language)
        let (means, outcome) = (language.word("means", means.rawValue), language.word("outcome", outcome.rawValue))
        return "\(clock.text(at))  \(name)  \(means)  \(outcome)"
    }
}

extension CareDwellerView {
    /// Returns a sentence about the dweller's state; nil where the reader may not know it.
    ///
    /// - Parameters:
    ///   - clock: the clock of this machine, for its reader.
    ///   - circle: the reader's care circle, which says of which alerts they may know; nil where it is not known.
    /// - Returns: the sentence.
    func sentence(_ clock: LocalClock, in circle: CircleView? = nil) -> String? {
        let (now, language) = (clock.relayNow, clock.language)
        let care: StatusText.Care
        switch state {
        case .alerting: return alertingSentence(in: language)
        case .counting:
            let counting = alerts.filter { $0.state == .counting }
            guard counting.contains(where: { $0.audience > 0 }), let due = counting.map({ $0.due ?? now }).min() else {
                return StatusText.care(.nobodyTold, in: .utc, language)
            }
            // In the words of the list below it, so that there are no two numbers.
            let duration = [Placeholder.duration: language.length(max(due - now, .zero))]
            // The relay shows others no first countdown.
            return language.text(isSelf ? .statusCareCounting : .listCareCountingAgain, duration)
        case .acknowledged:
            return language.text(
                .statusCareAcknowledged,
                [
                    .helper: lastAlert?.endedBy?.asForeign ?? language.text(.listenSomebody).capitalizedAtStart,
                    .time: clock.text(lastAlert?.endedAt ?? now),
                ]
            )
        case .unanswered:
            // Somebody answered it who is not in the circle any more.
            care = lastAlert?.state == .acknowledged ? .left(helper: lastAlert?.endedBy ?? "?") : .unanswered
        case .asked: care = .asked
        case .notHeard: care = .notHeard(status?.lastSign.map { max(now - $0, .zero) })
        case .paused: care = .paused
        case .quietHours:
            return (status?.quietUntil).map { language.text(.statusCareQuietHours, [.time: clock.text($0)]) }
        case .quiet where circle?.tellsOfEveryAlert == false: return language.text(.listCareAckNone)
        case .quiet: care = .quiet
        case nil: return nil
        }
        return StatusText.care(care, in: .utc, language)
    }

    /// Who looks after the dweller because of the last alert, which is not over, and since when; nil where nobody does.
    func helped(_ clock: LocalClock) -> String? {
        guard let last = lastAlert, last.state == .acknowledged, last.resolvedAt == nil, last.leftAt == nil,
            let since = last.endedAt,
            state == nil || state == .acknowledged
        else { return nil }
        let language = clock.language
        return language.text(
            .listCareHelped,
            [
                .helper: last.endedBy?.asForeign ?? language.text(.listenSomebody).capitalizedAtStart,
                .person: isSelf ? language.text(.listenYou) : shownName(in: language),
                .time: clock.text(since), .reason: language.text(last.kind.shown),
            ]
        )
    }

    /// The dweller's name; where it is not known, whose circle it is.
    func shownName(in language: Language) -> String {
        name?.asForeign ?? language.text(.listCareDweller, [.circle: circleName.asForeign])
    }

    /// How far the members have been told, and of which alert where somebody looks after another one.
    private func alertingSentence(in language: Language) -> String {
        let sentence = StatusText.care(alertingWords, in: .utc, language)
        let open = alerts.filter { $0.state == .alerting }
        guard open.count == 1, let only = open.first, let last = lastAlert, last.state == .acknowledged,
            last.waitsForWord
        else { return sentence }
        let kind = language.text(only.kind.shown).capitalizedAtStart
        return language.text(.listCareAbout, [.reason: kind, .words: sentence])
    }

    /// How far the members have been told; the alert of which they are being told comes first.
    private var alertingWords: StatusText.Care {
        let open = alerts.filter { $0.state == .alerting }
        if !open.isEmpty, open.allSatisfy({ $0.audience == 0 }) { return .nobodyTold }
        let tellings = open.map { $0.telling ?? .underWay }
        return tellings.contains(.underWay) || tellings.isEmpty
            ? .alerting : tellings.contains(.failed) ? .nobodyReached : .told
    }
}

extension CircleView {
    /// Whether the reader may know of every kind of alert in this care circle.
    var tellsOfEveryAlert: Bool {
        guard let own = members.first(where: \.isSelf) else { return false }
        return own.role == .dweller
            || CareSignal.Kind.allCases.allSatisfy { own.permissions?.contains(.alert($0)) ?? false }
    }
}

extension Language {
    /// The word of a list for a value on the wire; the value itself where there is none.
    func word(_ area: String, _ value: String) -> String {
        TextKey(rawValue: "list.\(area).\(value)").map { text($0) } ?? value
    }
}

extension LocalTime {
    /// The time of day, as `07:00`.
    var clock: String { String(iso8601.prefix(5)) }
}

extension DeviceSession {
    /// Returns the opened notes on alerts; fetches introductions first where there are notes to open.
    ///
    /// With `recallingFormer`, what the dweller said of an alert is also among the notes on the one that it began again
    /// as, since it holds for that one too.
    func notes(
        of alerts: [CareAlertView],
        recallingFormer: Bool = false
    ) async -> [DocumentID: [CareNoteListing]] {
        var notes = await opened(alerts)
        guard recallingFormer else { return notes }
        for alert in alerts {
            guard let former = alert.continues, let view = try? await device.careAlert(former), !view.notes.isEmpty,
                let dweller = try? await device.circle(alert.circle).members.first(where: { $0.role == .dweller })
            else { continue }
            let recalled = await opened([view])[former] ?? []
            notes[alert.id] = (notes[alert.id] ?? []).recalling(recalled, of: dweller.person)
        }
        return notes
    }

    private func opened(_ alerts: [CareAlertView]) async -> [DocumentID: [CareNoteListing]] {
        let noted = alerts.filter { !$0.notes.isEmpty }
        for circle in Set(noted.map(\.circle)) {
            // Without introductions notes stay unverified and are shown as such.
            _ = try? await device.learnKeys(of: circle)
        }
        let profile = await device.profile
        return Dictionary(uniqueKeysWithValues: noted.map { ($0.id, profile.notes(of: $0)) })
    }
}

extension [CareNoteListing] {
    /// These notes after what the dweller said of the former alert, unless the dweller has said something since.
    func recalling(_ former: [CareNoteListing], of dweller: PersonID) -> [CareNoteListing] {
        contains { $0.from == dweller } ? self : former.filter { $0.from == dweller } + self
    }
}

extension CareNoteListing {
    /// The author and the note in one line.
    func line(in language: Language) -> String {
        language.text(.listNote, [.person: author(in: language), .words: shownWords(in: language)])
    }

    /// The author and the note for a table, in English, without quotation marks around what was read.
    var plainLine: String {
        let read = words.doubt == nil ? words.text : nil
        return "\(author(in: .english)): \(read ?? shownWords(in: .english))"
    }

    private func author(in language: Language) -> String {
        isOwn ? language.text(.listenYou) : name?.asForeign ?? "\(from)"
    }

    /// The words; or why this device cannot read them, which says nothing against them.
    private func shownWords(in language: Language) -> String {
        guard let doubt = words.doubt, doubt == .unknownKey else { return words.shown(in: language) }
        let reason =
            isFromBeforeJoining
            ? language.text(.listNoteJoined) : doubt.explanationAmongMembers(in: language)
        return language.text(.listReminderUnreadable, [.reason: reason])
    }

    fileprivate var json: JSONValue {
        .object(of: [
            "from": .identifier(from),
            "text": words.text.map(JSONValue.string) ?? .null,
            "doubt": (words.doubt?.rawValue).map(JSONValue.string),
        ])
    }
}

extension CareHistory {
    /// Returns the history as JSON for a script: every alert with its notes opened.
    func json(saying notes: [DocumentID: [CareNoteListing]]) -> JSONValue {
        guard case .object(let told) = json else { return json }
        var object = JSONObject(members: told.members.filter { $0.name != "alerts" })
        object.append("alerts", .array(alerts.map { $0.json(saying: notes[$0.id] ?? []) }))
        return .object(object)
    }
}
