import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// Alerts of care circles: only what the relay still takes is offered, and only what came of it is said.
extension Listener {
    /// Answers an alert or the question before it, and returns what came of that.
    ///
    /// - Parameters:
    ///   - notice: the alert, or the question to the dweller.
    ///   - words: what to say with it; nil for nothing.
    /// - Returns: one sentence, and what a script is told.
    /// - Throws: the relay's refusal.
    mutating func answer(
        alert notice: AlarmNotice,
        saying words: String?
    ) async throws -> (event: ListenerEvent, line: String) {
        func lost(_ line: String) -> (ListenerEvent, String) {
            (ListenerEvent(.answerLost, ["id": .identifier(notice.id), "reason": .string(line)]), line)
        }
        func taken(_ line: String, kept: Bool = false) -> (ListenerEvent, String) {
            (.answered(notice.id, .gotIt(reply: nil), kept: kept), line)
        }
        let id = DocumentID(of: notice.id)
        let isAboutOthers = notice.stage.stage == .alert
        // Without the relay the answer is kept, and may still be in time.
        let before = await alert(id)
        if case .gone = before { return lost(text(.listenAlertGone)) }
        if case .known(let view) = before, !view.isOpen {
            let own = await session.ownName(in: view.circle)
            if isAboutOthers, view.isHelped(by: own) { return taken(text(.listenAlertYours)) }
            return lost(text(.listenAlertLate, [.reason: view.ending(clock, own: own)]))
        }
        var untold = isAboutOthers ? words : nil
        if case .known(let view) = before, let words = untold {
            _ = await session.note(words, on: view, in: language)
            untold = nil
        }
        if case .kept = try await device.answer(notice, with: .acknowledged) {
            kept.alerts[notice.id] = KeptAnswers.ToAlert(notice: notice, words: untold)
            let promise = untold.map { _ in text(.listenKeptWords) }
            return taken(language.joining(text(.listenKept), promise), kept: true)
        }
        guard case .known(let view) = await alert(id) else {
            // What was said reaches nobody before the alert can be looked at.
            if let untold { kept.alerts[notice.id] = KeptAnswers.ToAlert(notice: notice, words: untold) }
            return taken(text(.listenAlertTaken))
        }
        if let untold { _ = await session.note(untold, on: view, in: language) }
        let result = await self.outcome(of: view, isAboutOthers: isAboutOthers)
        return result.isLost ? lost(result.line) : taken(result.line)
    }

    /// What an answer to an alert has come to, in a sentence or two, and whether it does not count.
    func outcome(of view: CareAlertView, isAboutOthers: Bool) async -> (line: String, isLost: Bool) {
        let own = await session.ownName(in: view.circle)
        if isAboutOthers { return (view.outcome(for: own, clock), view.hasEnded(otherwiseThanBy: own)) }
        guard view.state == .acknowledged || view.state == .unanswered else {
            return (text(view.told.isEmpty ? .listenAlertWell : .listenAlertWellTold), false)
        }
        let late = text(.listenAlertLate, [.reason: view.ending(clock, own: own)])
        guard view.waitsForWord else { return (late, true) }
        // Somebody is on the way to a dweller who is well, and hears that only by a word of its own.
        let resolve = [Placeholder.link: "reveille care resolve\(session.profileFlag)"]
        return (language.joining(late, text(.listCareResolveIf, resolve)), true)
    }

    /// Takes off what ended without a word of it here: no connection was there, or the word was for the dweller alone.
    mutating func takeOffEndedAlerts() async {
        for item in ringing.items {
            guard case .notice(let notice) = item.subject, notice.isAboutCare else { continue }
            switch await alert(DocumentID(of: notice.id)) {
            case .known(let view) where !view.isOpen:
                ringing.remove(item.id)
                let ending = view.ending(clock, own: await session.ownName(in: view.circle))
                sayOver(notice, ending, about: await topic(of: notice, view))
            case .known(let view):
                guard notice.stage.stage == .alert, await hasAlertsOff(in: view.circle) else { continue }
                ringing.remove(item.id)
                sayOver(notice, text(.listenWhyAlertsOff), about: await topic(of: notice, view))
            case .gone:
                ringing.remove(item.id)
                sayOver(notice, await endOfHidden(notice), about: await knownTopic(of: notice))
            case .unreachable: break
            }
        }
        await silenceIfDone()
        await sayTakenAlerts()
    }

    /// Says of alerts that were put away here that this person has taken them since, by a command beside the listener:
    /// the relay tells all others.
    private mutating func sayTakenAlerts() async {
        for (id, notice) in putAway {
            let lookup = await alert(DocumentID(of: id))
            switch lookup {
            case .known(let view) where view.isOpen: continue
            case .unreachable: continue
            case .known, .gone: putAway[id] = nil
            }
            guard case .known(let view) = lookup, let own = await session.ownName(in: view.circle),
                view.isHelped(by: own)
            else { continue }
            sayOver(notice, view.ending(clock, own: own), about: await topic(of: notice, view))
        }
    }

    /// Says that the relay has taken a notice off, and why where it is an alert.
    func sayTakenOff(_ notice: AlarmNotice) async {
        guard notice.isAboutCare else { return sayOver(notice, nil) }
        switch await alert(DocumentID(of: notice.id)) {
        case .known(let view):
            let ending = view.isOpen ? nil : view.ending(clock, own: await session.ownName(in: view.circle))
            sayOver(notice, ending, about: await topic(of: notice, view))
        case .gone: sayOver(notice, await endOfHidden(notice), about: await knownTopic(of: notice))
        case .unreachable: sayOver(notice, nil, about: await knownTopic(of: notice))
        }
    }

    /// Whether this person has switched the alerts of a circle off; false where the relay does not say.
    func hasAlertsOff(in circle: CircleID) async -> Bool {
        guard let own = try? await device.circle(circle).members.first(where: \.isSelf) else { return false }
        return own.alerts?.isOn(at: clock.relayNow) == false
    }

    /// What became of an alert that is no more, or that this person may not see any more, in a clause; nil where that is
    /// not known.
    private func endOfHidden(_ notice: AlarmNotice) async -> String? {
        guard let known = careAlerts[notice.id],
            let end = await end(of: known.id, known.kind, in: known.circle)
        else { return nil }
        // A member who was removed cannot tell that from the end; a dweller is there as long as the circle is.
        if case .out = end, notice.stage.stage != .alert { return text(.listenWhyCircleEnded) }
        return text(end.reason)
    }

    /// What a notice was about, as the relay last told it; nil where it has not.
    private func knownTopic(of notice: AlarmNotice) async -> String? {
        guard let known = careAlerts[notice.id] else { return nil }
        return await topic(of: notice, known)
    }

    func alert(_ id: DocumentID) async -> AlertLookup {
        do {
            return .known(try await device.careAlert(id))
        } catch {
            return error.problemKind == .notFound ? .gone : .unreachable
        }
    }
}

/// What the relay says of an alert.
enum AlertLookup {
    case known(CareAlertView)
    /// The alert was deleted, or this person may not see it any more.
    case gone
    case unreachable
}

extension AlarmNotice {
    /// Whether it is about an alert of a care circle: one's own or another's.
    var isAboutCare: Bool {
        switch stage.stage {
        case .alert, .countdown, .areYouWell: true
        default: false
        }
    }
}

extension CareAlertView {
    /// Whether somebody can still answer it.
    var isOpen: Bool { state == .counting || state == .alerting }

    /// Since when it stands as it does, where news of that comes late: more than two minutes after.
    func lateSince(_ now: Instant) -> Instant? {
        let since = [endedAt, leftAt, resolvedAt].compactMap(\.self).max()
        return since.flatMap { now - $0 > .minutes(2) ? $0 : nil }
    }

    /// What an answer has come to, in one sentence; of two at once the relay records one.
    ///
    /// `own` is the name of whoever answered; nil where it does not tell them from the others.
    func outcome(for own: String?, _ clock: LocalClock) -> String {
        let (language, ending) = (clock.language, [Placeholder.reason: ending(clock)])
        guard state == .acknowledged else { return language.text(.listenAlertLate, ending) }
        guard let own, let endedBy else { return language.text(.listenAlertTakenBecause, ending) }
        return endedBy == own ? language.text(.listenAlertYours) : language.text(.listenAlertLate, ending)
    }

    /// Whether it was acknowledged by whoever has this name.
    func isHelped(by name: String?) -> Bool { state == .acknowledged && name != nil && endedBy == name }

    /// Whether it ended otherwise than by the word of whoever is called `own`, as far as that can be told.
    fileprivate func hasEnded(otherwiseThanBy own: String?) -> Bool {
        guard state == .acknowledged else { return true }
        return own != nil && endedBy != nil && own != endedBy
    }

    /// How it ended, in a sentence without its full stop.
    ///
    /// `own` is the reader's name; nil where it does not tell them from the others.
    func ending(_ clock: LocalClock, own: String? = nil) -> String {
        let language = clock.language
        let time = endedAt.map { clock.timeOfDay($0) }
        let helper = [Placeholder.helper: endedBy?.asForeign ?? language.text(.listenSomebody)]
        let ending: String
        switch state {
        case .acknowledged where leftAt != nil: return language.text(.listenWhyAlertAgain)
        case .acknowledged where isHelped(by: own): return language.text(.listenAlertEndedYours)
        case .acknowledged:
            guard let time else { return language.text(.listenAlertEndedHelpedThen, helper) }
            return language.text(.listenAlertEndedHelped, helper.merging([.time: time]) { _, new in new })
        case .cancelled where own != nil && endedBy == own: ending = language.text(.listenAlertEndedCancelledOwn)
        case .cancelled: ending = language.text(.listenAlertEndedCancelled, helper)
        case .unanswered: ending = language.text(.listenAlertEndedUnanswered)
        case .ended: ending = language.text(.listenWhyCircleEnded)
        case .held, .counting, .alerting: ending = language.text(.listenAlertEnded)
        }
        return time.map { language.text(.listenAlertEndedAt, [.reason: ending, .time: $0]) } ?? ending
    }
}
