import AlarmCore
import AlarmWire
import DeviceKit
import Wording

extension OutputOptions {
    /// Shows an alert, and a note that this is not a medical device.
    func show(_ alert: CareAlertView, in session: DeviceSession) async {
        let notes = await session.notes(of: [alert], recallingFormer: !json)[alert.id] ?? []
        guard !json else { return Terminal.say(alert.json(saying: notes)) }
        Terminal.say(alert.line(session.clock))
        if let warning = alert.warning { Terminal.say(warning) }
        for told in alert.told { Terminal.say("  \(told.line(session.clock))") }
        for note in notes { Terminal.say("  \(note.line(in: .english))") }
        Terminal.say(Language.english.text(.commonNotMedical))
    }

    /// Shows the settings of a dweller.
    func show(_ settings: CareSettings, in session: DeviceSession) {
        guard !json else { return Terminal.say(settings.json) }
        let paused = settings.isPaused(at: session.clock.relayNow) ? settings.pausedUntil : nil
        let quiet = settings.quietHours.map { "\($0.from.clock) to \($0.until.clock)" }
        let inactivity = settings.inactivity.map { "\($0.wait) without activity" }
        let wellness = settings.wellness.map { "\($0.stillness) of stillness on \($0.days) days running" }
        let glucose = settings.glucose.map { "below \($0.low) or above \($0.high) mg/dL" }
        let pause = paused.map { "until \(session.clock.text($0))" }
        let facts: [(String, String)] = [
            ("asks after", inactivity ?? "off"), ("quiet", quiet ?? "off"), ("wellness", wellness ?? "off"),
            ("glucose", glucose ?? "off"), ("paused", pause ?? "no"),
        ]
        for (name, value) in facts { Terminal.say("\(name.padded(to: 12))\(value)") }
        for kind in CareSignal.Kind.allCases {
            Terminal.say("\("countdown".padded(to: 12))\(kind.rawValue) \(settings.countdowns[kind])")
        }
    }
}

extension CareAlertView {
    /// Returns the alert in one line, for the reader of `clock`.
    func line(_ clock: LocalClock) -> String {
        let language = clock.language
        var signal = language.word("signal", kind.rawValue)
        if let reading { signal = language.text(.listSignalReading, [.reason: signal, .count: "\(reading)"]) }
        var state = language.word("alert.state", self.state.rawValue)
        func add(_ key: TextKey, _ values: [Placeholder: String]) {
            state = language.text(key, values.merging([.state: state]) { _, new in new })
        }
        if let endedBy { add(.listAlertBy, [.person: endedBy.asForeign]) }
        if self.state != .held, let endedAt { add(.listAlertAt, [.time: clock.text(endedAt)]) }
        if let continues { add(.listAlertContinues, [.link: "\(continues)"]) }
        if let held { add(.listAlertHeld, [.reason: reason(of: held, language)]) }
        if self.state == .counting, let due { add(.listAlertCounting, [.time: clock.distance(to: due)]) }
        if let place {
            state += "  \(language.text(.listCarePlace, [.coordinates: place.words(asOf: placeAt, clock)]))"
        }
        if let resolution = resolution(clock) { add(.listAlertResolution, [.reason: resolution]) }
        return "\(id)  \(clock.text(at))  \(signal)  \(state)"
    }

    /// Why no alert was raised, and when it will be where the signal came in quiet hours.
    private func reason(of held: CareSettings.Reason, _ language: Language) -> String {
        let reason = language.word("alert.held", held.rawValue)
        guard held == .quietHours else { return reason }
        switch kind {
        case .inactivity: return language.text(.listAlertHeldLaterUnless, [.reason: reason])
        case .wellness: return language.text(.listAlertHeldLater, [.reason: reason])
        case .fall, .manual, .glucose: return reason
        }
    }

    /// What to do about an open alert of which nobody is told; nil where somebody is.
    fileprivate var warning: String? {
        guard state == .counting || state == .alerting else { return nil }
        if audience == 0 {
            return "At present nobody is told of this: call somebody yourself, or the local emergency number."
        }
        return telling == .failed
            ? "Nobody could be told of this: call somebody yourself, or the local emergency number." : nil
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
    /// Returns a sentence about the dweller's state in the reader's language; nil where the reader may not know it.
    func sentence(for session: DeviceSession) -> String? {
        let now = session.clock.relayNow
        let words: StatusText.Care? =
            switch state {
            case .alerting: alertingWords
            case .counting:
                alerts.filter { $0.state == .counting }.map { $0.due ?? now }.min()
                    .map { .counting(max($0 - now, .zero)) }
            case .acknowledged: .acknowledged(by: lastAlert?.endedBy ?? "?", since: lastAlert?.endedAt ?? now)
            case .unanswered:
                // Somebody answered it who is not in the circle any more.
                lastAlert?.state == .acknowledged ? .left(helper: lastAlert?.endedBy ?? "?") : .unanswered
            case .asked: .asked
            case .notHeard: .notHeard(status?.lastSign.map { max(now - $0, .zero) })
            case .paused: .paused
            case .quietHours: (status?.quietUntil).map { .quietHours(until: $0) }
            case .quiet: .quiet
            case nil: nil
            }
        return words.map { StatusText.care($0, in: session.zone, session.language) }
    }

    /// Who looks after the dweller because of the last alert, which is not over, and since when; nil where nobody does.
    func helped(_ clock: LocalClock) -> String? {
        guard let last = lastAlert, last.state == .acknowledged, last.resolvedAt == nil, last.leftAt == nil,
            let since = last.endedAt,
            state == nil || state == .acknowledged
        else { return nil }
        let dweller = isSelf ? "you" : name?.asForeign ?? "the dweller of \(circleName.asForeign)"
        return """
            \(last.endedBy?.asForeign ?? "Somebody") has been looking after \(dweller) since \(clock.text(since)), because \
            of an alert (\(Language.english.text(last.kind.shown))), and nobody has said that it is over.
            """
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

extension Language {
    /// The word of a list for a value on the wire; the value itself where there is none.
    fileprivate func word(_ area: String, _ value: String) -> String {
        TextKey(rawValue: "list.\(area).\(value)").map { text($0) } ?? value
    }
}

extension LocalTime {
    /// The time of day, as `07:00`.
    var clock: String { String(iso8601.prefix(5)) }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(width - count, 1))
    }
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
