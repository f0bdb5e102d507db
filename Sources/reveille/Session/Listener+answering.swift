import AlarmCore
import AlarmWire
import DeviceKit
import Wording

extension Listener {
    /// Makes a noise, and says what rings and how to answer it.
    ///
    /// - Parameters:
    ///   - line: the sentence.
    ///   - item: what rings.
    ///   - facts: what a script is told of it.
    func call(_ line: String, _ item: RingingItem, _ facts: JSONObject) async {
        await sound.start(AlarmSound.Occasion(id: item.id.description, title: item.title))
        guard !isForScript else {
            return tell(ListenerEvent(.ring, ["number": .integer(item.number)]).adding(facts), line)
        }
        let number = ringing.items.count > 1 ? "[\(item.number)] " : ""
        Terminal.say("\(Terminal.bell)\(timed("\(number)\(line)"))")
        guard answering.asks else { return }
        if ringing.items.count > 1 { await explainNumbers() } else { add(help(for: item)) }
    }

    /// Shows a notice; one that asks for something waits for an answer.
    mutating func take(_ notice: AlarmNotice) async {
        // An alert that somebody has answered, or that is over, asks nothing any more, nor does a rehearsal at its end.
        if notice.stage.stage?.resolvesAlert == true || [.acknowledged, .rehearsal].contains(notice.stage.stage) {
            ringing.remove(notice.id)
        }
        // Whoever is told how an alert ended is told, too, when somebody says that it is over.
        if notice.stage.stage == .alertEnded { awaited[DocumentID(of: notice.id)] = nil }
        takeOffFormerCheckIns(before: notice)
        let subject = await subject(of: notice)
        if let subject, notice.stage.stage == .declined { toldSkips.note(subject) }
        let news = notice.news(of: subject, clock)
        var title = news
        // Two questions have the same words; before the first one rings nothing is to be told apart.
        if notice.isAboutCare, ringing.items.contains(where: { $0.id != notice.id }),
            case .known(let view) = await alert(DocumentID(of: notice.id))
        {
            careAlerts[notice.id] = view
            title = notice.title(of: view, in: language)
        }
        if notice.isAnswerable,
            let item = ringing.ring(notice.id, title, .notice(notice), fromSync: false, at: clock.now)
        {
            putAway[notice.id] = nil
            await call(title, item, notice.facts)
            isDone = !answering.asks
            return
        }
        await silenceIfDone()
        tell(ListenerEvent(.notice).adding(notice.facts), await dated(news, of: notice))
        if notice.stage.stage == .declined { await follow(refusal: notice) }
        // An alert that begins again may ring others first.
        if notice.stage.stage == .alertEnded { await addOpenAlerts(evenRinging: true) }
        isDone = true
    }

    /// The alarm of which a notice says that it was declined, or that its receiver cannot be reached; nil for any other
    /// notice, and where the relay does not say.
    private func subject(of notice: AlarmNotice) async -> AlarmView? {
        guard [.declined, .blocked].contains(notice.stage.stage), notice.relayWords == nil else { return nil }
        return try? await device.show(notice.id).view
    }

    /// The news of an alert, with the time as of which it is so where it comes late.
    private func dated(_ news: String, of notice: AlarmNotice) async -> String {
        guard notice.stage.stage == .alertEnded, case .known(let view) = await alert(DocumentID(of: notice.id)),
            let since = view.lateSince(clock.relayNow)
        else { return news }
        return text(.listenAsOf, [.words: news, .time: clock.text(since)])
    }

    /// Takes a line that the user typed.
    mutating func take(_ line: String) async throws {
        guard line.contains(where: { !$0.isWhitespace }) else { return }
        await takeOffAnsweredCheckIns()
        await takeOffWhatEndedHere()
        guard !ringing.items.isEmpty else {
            sayNotTaken(line, .nothingRings, text(.listenNothing))
            return await addOpenAlerts()
        }
        guard let typed = answering.answer(typed: line) else {
            sayNotTaken(line, .noAnswer, RingHelp.noAnswer(in: language))
            let only = ringing.items.count == 1 ? ringing.items[0] : nil
            return add(only.map { help(for: $0) } ?? RingHelp.alarm.text(in: language))
        }
        switch ringing.choose(typed.number) {
        case .nothing: sayNotTaken(line, .nothingRings, text(.listenNothing))
        case .which where isForScript:
            sayNotTaken(line, .whichOne, RingHelp.numbers(of: ringing.items.count, in: language))
        case .which: await explainNumbers()
        case .item(let item):
            if typed.namesSpan, case .notice(let notice) = item.subject, notice.isAboutDeadline, notice.canBePutOff {
                sayNotTaken(line, .noSpan, text(.listenCheckInDay), for: item.id)
                return add(help(for: item))
            }
            await give(typed.answer, to: item)
        }
    }

    private func help(for item: RingingItem) -> String {
        item.help(in: circles, at: clock.relayNow).text(in: language)
    }

    private func explainNumbers() async {
        var deadline: Instant?
        if ringing.items.contains(where: \.isAboutDeadline) { deadline = try? await device.checkInReport().due }
        add(RingHelp.numbers(of: ringing.items.count, in: language))
        let lines = ringing.lines { item in
            guard case .notice(let notice) = item.subject else { return item.title }
            let alert = careAlerts[item.id]
            return notice.listed(item.title, due: alert?.due ?? deadline, of: alert, clock)
        }
        for line in lines { Terminal.say("        \(line)") }
    }

    /// Gives an answer, and says which alarm it was for.
    mutating func give(_ answer: RingAnswer, to item: RingingItem) async {
        if case .notice(let notice) = item.subject { return await give(answer, to: notice, item) }
        if case .reminder = item.subject { return await give(answer, toReminder: item) }
        switch answer {
        case .gotIt(let words):
            // Whoever set a reminder is told that it was seen, and takes no reply.
            let reply = await device.profile.alarm(item.id)?.pair == nil ? nil : words
            guard let outcome = await report(.gotIt(reply: reply), to: item) else { return }
            await remember(.gotIt(reply: reply), to: item, isKept: outcome == .kept)
            let lost = words.map { _ in text(.listenNoReply) }
            let sent = reply.map { text(.listenReplied, [.words: language.quoting($0)]) }
            add(
                .answered(item.id, .gotIt(reply: reply), kept: outcome == .kept),
                language.joining(text(.listenGotIt, [.title: item.title.unstopped]), sent ?? lost)
            )
        case .snooze(let span):
            let end = clock.now + span
            guard let outcome = await report(answer, to: item, until: end) else { return }
            await remember(answer, to: item, isKept: outcome == .kept)
            let time = await self.end(of: outcome, asked: end)
            add(
                .answered(item.id, answer, until: outcome.end ?? end, kept: outcome == .kept),
                text(.listenSnoozed, [.time: time, .title: item.title.unstopped])
            )
        case .dismiss:
            guard let outcome = await report(answer, to: item) else { return }
            await remember(answer, to: item, isKept: outcome == .kept)
            add(
                .answered(item.id, answer, kept: outcome == .kept),
                text(.listenDismissed, [.title: item.title.unstopped])
            )
        }
        await end(item)
    }

    /// Remembers an answer once it was reported; the device then knows the end of a snooze as the relay has set it.
    mutating func remember(_ answer: RingAnswer, to item: RingingItem, isKept: Bool = false) async {
        guard let known = await device.profile.alarm(item.id) else { return }
        let answer = GivenAnswer(answer: answer, revision: known.revision, end: known.snoozeEnd)
        given[item.id] = answer
        if isKept { kept.alarms[item.id] = KeptAnswers.ToAlarm(answer: answer, title: item.title) }
        if let end = known.snoozeEnd { toldSnoozes.note(end, of: item.id) }
    }

    /// Remembers for which times alarms rang before, and the snoozes that a former listener has taken.
    mutating func recallAlarms() async {
        for known in await device.profile.incoming {
            toldTimes.note(known.time, of: known.id)
            recallSnooze(of: known)
        }
    }

    /// Remembers a snooze that another program with this profile has taken; nothing where an alarm is not put off.
    mutating func recallSnooze(of known: KnownAlarm) {
        guard let end = known.snoozeEnd else { return }
        given[known.id] = GivenAnswer(answer: .snooze(.zero), revision: known.revision, end: end)
        toldSnoozes.note(end, of: known.id)
    }

    /// Answers a warning, or an alert about somebody else.
    private mutating func give(_ answer: RingAnswer, to notice: AlarmNotice, _ item: RingingItem) async {
        do {
            switch answer {
            case .dismiss:
                var report: CheckInReport?
                if notice.isAboutDeadline { report = try? await device.checkInReport() }
                add(.answered(item.id, answer), notice.putAway(report, clock))
                if notice.stage.stage == .alert { putAway[notice.id] = notice }
            case .snooze(let span):
                guard notice.canBePutOff else {
                    sayNotTaken(nil, .noSnooze, RingHelp.noSnooze(in: language), for: item.id, showing: add)
                    return add(help(for: item))
                }
                let end = clock.now + span
                let outcome = try await device.answer(notice, with: .snoozed, until: end)
                // A deadline is put off by a day, whatever was asked for.
                let until = notice.isAboutDeadline ? nil : outcome.end ?? end
                let line = await putOff(notice, outcome, asked: end)
                add(.answered(item.id, answer, until: until, kept: outcome == .kept), line)
            case .gotIt(let words) where notice.isAboutCare:
                let (event, line) = try await self.answer(alert: notice, saying: words)
                add(event, line)
            case .gotIt:
                let isKept = try await device.answer(notice, with: .acknowledged) == .kept
                add(.answered(item.id, answer, kept: isKept), text(isKept ? .listenKept : notice.thanks))
            }
            await end(item)
        } catch {
            sayRefused(error, for: item.id)
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
    func report(_ report: AlarmReceipt.Report, of id: AlarmID) async -> ReceiptOutcome? {
        do {
            let outcome = try await device.report(report, of: id)
            if case .kept = outcome {
                Terminal.remark(text(.listenKept))
            }
            return outcome
        } catch {
            sayRefused(error, for: id)
            return nil
        }
    }

    /// The words and the sender of an alarm that this device remembers.
    func title(of known: KnownAlarm) async -> String {
        if known.text == nil, known.pair == nil, let listing = try? await device.show(known.id), listing.isReminder {
            return listing.title(in: language)
        }
        let profile = await device.profile
        let name = known.pair.flatMap { profile.pair($0) }?.partnerName.asForeign
        let title = known.text.map { language.quoting($0) } ?? text(.listenAlarmUnreadable)
        return name.map { text(.listenTitleFrom, [.title: title, .person: $0]) } ?? title
    }
}

extension KnownAlarm {
    /// The end of a snooze taken on this device, by the relay's clock.
    var snoozeEnd: Instant? {
        if case .snoozed(let end) = phase { end } else { nil }
    }
}

extension String {
    /// The text without its full stop, for the end of a sentence.
    var unstopped: String { hasSuffix(".") || hasSuffix("。") ? String(dropLast()) : self }
}

extension RingingItem {
    /// Whether it is about a deadline of the person's own.
    fileprivate var isAboutDeadline: Bool {
        if case .notice(let notice) = subject { notice.isAboutDeadline } else { false }
    }

    /// How to answer it; `circles` are those of the person.
    func help(in circles: [CircleView], at now: Instant) -> RingHelp {
        if case .reminder(let circle) = subject {
            guard let family = circles.first(where: { $0.id == circle }), let due else { return .reminder }
            return due + family.snoozeLimit > now ? .reminder : .reminderWithoutSnooze
        }
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
    var thanks: TextKey { isRehearsal ? .listenCheckInRehearsed : .listenCheckInDone }

    /// Whether it rehearses a missed check-in: an answer ends the rehearsal and is no check-in.
    var isRehearsal: Bool {
        CheckInPlan.Kind.allCases.contains { Rehearsal.name(of: $0) == preset }
    }
}
