import AlarmCore
import AlarmWire
import DeviceKit
import Wording

extension Listener {
    /// Makes a noise, and says what rings and how to answer it.
    func call(_ line: String, _ item: RingingItem) async {
        await sound.start(AlarmSound.Occasion(id: item.id.description, title: item.title))
        let number = ringing.items.count > 1 ? "[\(item.number)] " : ""
        Terminal.say("\(Terminal.bell)\(clock.timeOfDay(clock.now))  \(number)\(line)")
        guard answering.asks else { return }
        if ringing.items.count > 1 { explainNumbers() } else { Terminal.say("          \(help(for: item))") }
    }

    /// Shows a notice; one that asks for something waits for an answer.
    mutating func take(_ notice: AlarmNotice) async {
        // An alert that somebody has answered, or that is over, asks nothing any more, nor does a rehearsal at its end.
        if notice.stage.stage?.resolvesAlert == true || [.acknowledged, .rehearsal].contains(notice.stage.stage) {
            ringing.remove(notice.id)
        }
        takeOffFormerCheckIns(before: notice)
        if notice.isAnswerable,
            let item = ringing.ring(notice.id, notice.news, .notice(notice), fromSync: false, at: clock.now)
        {
            await call(notice.news, item)
            isDone = !answering.asks
            return
        }
        await silenceIfDone()
        Terminal.say("\(clock.timeOfDay(clock.now))  \(notice.news)")
        isDone = true
    }

    /// Takes a line that the user typed.
    mutating func take(_ line: String) async throws {
        guard line.contains(where: { !$0.isWhitespace }) else { return }
        await takeOffAnsweredCheckIns()
        guard !ringing.items.isEmpty else {
            Terminal.say("Nothing rings now.")
            return
        }
        guard let typed = answering.answer(typed: line) else {
            Terminal.say(RingHelp.noAnswer(in: session.language))
            let only = ringing.items.count == 1 ? ringing.items[0] : nil
            Terminal.say("          \((only?.help ?? .alarm).text(in: session.language))")
            return
        }
        switch ringing.choose(typed.number) {
        case .nothing: Terminal.say("Nothing rings now.")
        case .which: explainNumbers()
        case .item(let item):
            if typed.namesSpan, case .notice(let notice) = item.subject, notice.isAboutDeadline, notice.canBePutOff {
                Terminal.say("A check-in is put off by 24 hours, no shorter and no longer: type s alone.")
                Terminal.say("          \(help(for: item))")
                return
            }
            await give(typed.answer, to: item)
        }
    }

    private func help(for item: RingingItem) -> String { item.help.text(in: session.language) }

    private func explainNumbers() {
        Terminal.say("          \(RingHelp.several(in: session.language))")
        for line in ringing.lines { Terminal.say("        \(line)") }
    }

    /// Gives an answer, and says which alarm it was for.
    mutating func give(_ answer: RingAnswer, to item: RingingItem) async {
        if case .notice(let notice) = item.subject { return await give(answer, to: notice, item) }
        if case .reminder = item.subject { return await give(answer, toReminder: item) }
        switch answer {
        case .gotIt(let words):
            // Whoever set a reminder is told that it was seen, and takes no reply.
            let reply = await device.profile.alarm(item.id)?.pair == nil ? nil : words
            guard await report(.acknowledged, of: item.id, reply: reply) != nil else { return }
            await remember(.gotIt(reply: reply), to: item)
            let lost = words == nil ? "" : " Nobody takes a reply to it: your words were not sent."
            let sent = reply.map { " You replied “\($0.asForeign)”." } ?? lost
            Terminal.say("          Got it: \(item.title.unstopped).\(sent)")
        case .snooze(let span):
            let end = clock.now + span
            guard let outcome = await report(.snoozed, of: item.id, until: end) else { return }
            await remember(answer, to: item)
            Terminal.say("          Snoozed until \(await self.end(of: outcome, asked: end)): \(item.title.unstopped).")
        case .dismiss:
            guard await report(.dismissed, of: item.id) != nil else { return }
            await remember(answer, to: item)
            Terminal.say("          Dismissed: \(item.title.unstopped).")
        }
        await end(item)
    }

    /// Remembers an answer once it was reported; the device then knows the end of a snooze as the relay has set it.
    mutating func remember(_ answer: RingAnswer, to item: RingingItem) async {
        guard let known = await device.profile.alarm(item.id) else { return }
        given[item.id] = GivenAnswer(answer: answer, revision: known.revision, end: known.snoozeEnd)
    }

    /// Remembers the snoozes that a former listener has taken.
    mutating func recallSnoozes() async {
        for known in await device.profile.incoming {
            guard let end = known.snoozeEnd else { continue }
            given[known.id] = GivenAnswer(answer: .snooze(.zero), revision: known.revision, end: end)
        }
    }

    /// Answers a warning, or an alert about somebody else.
    private mutating func give(_ answer: RingAnswer, to notice: AlarmNotice, _ item: RingingItem) async {
        do {
            switch answer {
            case .dismiss:
                var report: CheckInReport?
                if notice.isAboutDeadline { report = try? await device.checkInReport() }
                Terminal.say("          \(notice.putAway(report, clock))")
            case .snooze(let span):
                guard notice.canBePutOff else {
                    Terminal.say("          \(RingHelp.noSnooze(in: session.language))")
                    return Terminal.say("          \(help(for: item))")
                }
                let end = clock.now + span
                let outcome = try await device.answer(notice, with: .snoozed, until: end)
                Terminal.say("          \(await putOff(notice, outcome, asked: end))")
            case .gotIt(let words) where notice.isAboutCare:
                Terminal.say("          \(try await self.answer(alert: notice, saying: words))")
            case .gotIt:
                if case .kept = try await device.answer(notice, with: .acknowledged) {
                    Terminal.say("          The relay cannot be reached; it will be told as soon as it can.")
                } else {
                    Terminal.say("          \(notice.thanks)")
                }
            }
            await end(item)
        } catch {
            Terminal.remark(CommandFailure(error)?.message ?? "\(error)")
        }
    }

    mutating func end(_ item: RingingItem) async {
        ringing.remove(item.id)
        await silenceIfDone()
        isDone = true
    }

    /// Ends the noise where nothing rings any more.
    func silenceIfDone() async {
        if ringing.items.isEmpty { await sound.stop() }
    }

    /// Sends a receipt; a refusal is only a remark, because one alarm must not keep the others from ringing.
    ///
    /// - Returns: the result of sending it; nil for a refusal.
    @discardableResult
    func report(
        _ report: AlarmReceipt.Report,
        of id: AlarmID,
        until: Instant? = nil,
        reply: String? = nil
    ) async -> ReceiptOutcome? {
        do {
            let outcome = try await device.report(report, of: id, until: until, reply: reply)
            if case .kept = outcome {
                Terminal.remark("The relay cannot be reached; it will be told as soon as it can.")
            }
            return outcome
        } catch {
            Terminal.remark(CommandFailure(error)?.message ?? "\(error)")
            return nil
        }
    }

    /// The words and the sender of an alarm that this device remembers.
    func title(of known: KnownAlarm) async -> String {
        let profile = await device.profile
        let name = known.pair.flatMap { profile.pair($0) }?.partnerName.asForeign
        return
            "\(known.text.map { "“\($0.asForeign)”" } ?? "an alarm whose words cannot be read here")\(name.map { " from \($0)" } ?? "")"
    }
}

extension KnownAlarm {
    /// The end of a snooze taken on this device, by the relay's clock.
    fileprivate var snoozeEnd: Instant? {
        if case .snoozed(let end) = phase { end } else { nil }
    }
}

extension String {
    /// The text without its full stop, for the end of a sentence.
    var unstopped: String { hasSuffix(".") ? String(dropLast()) : self }
}

extension RingingItem {
    /// How to answer it.
    var help: RingHelp {
        if case .reminder = subject { return .reminder }
        guard case .notice(let notice) = subject else { return .alarm }
        switch notice.stage.stage {
        case .alert: return .alert
        case .checkInDue, .checkInReminder, .contactsTold: return notice.isRehearsal ? .rehearsal : .checkIn
        case .reached: return .reached
        default: return .question
        }
    }
}

extension AlarmNotice {
    /// Whether an answer can be typed.
    var isAnswerable: Bool {
        switch stage.stage {
        case .alert, .countdown, .areYouWell, .checkInDue, .checkInReminder, .contactsTold, .reached: true
        default: false
        }
    }

    /// Whether it can be put off.
    var canBePutOff: Bool {
        switch stage.stage {
        case .checkInDue, .checkInReminder, .contactsTold: !isRehearsal
        default: false
        }
    }

    /// What an answer to a check-in's notice has done, once the relay has it.
    var thanks: String { isRehearsal ? "The rehearsal is over. It was no check-in." : "Checked in." }

    /// Whether it rehearses a missed check-in: an answer ends the rehearsal and is no check-in.
    var isRehearsal: Bool {
        CheckInPlan.Kind.allCases.contains { Rehearsal.name(of: $0) == preset }
    }
}
