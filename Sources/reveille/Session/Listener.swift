import AlarmCore
import AlarmWire
import DeviceKit
import Wording

/// A device that listens on the event stream: rings alarms, takes answers, and shows notices.
///
/// Events and typed lines share one queue, so that each sees the alarms as the previous one left them.
struct Listener {
    private enum Input: Sendable {
        case event(DeviceEvent)
        case line(String)
        case pause
        case look

        var isLook: Bool { if case .look = self { true } else { false } }
    }

    /// How often the listener looks whether another command has left an alarm to be sent.
    ///
    /// 30 s.
    private static let outboxPause = Span.seconds(30)
    /// How often the listener looks whether another command has ended what rings here.
    ///
    /// 1 s.
    private static let lookPause = Span.seconds(1)

    /// How often the relay is asked what became of an alert that was said to be open.
    ///
    /// 15 s, while nobody is said to look after it. The relay wakes whoever listens as well.
    static let awaitedPause = Span.seconds(15)

    let session: DeviceSession
    let answering: Answering
    let sound: AlarmSound
    let endsAfterOne: Bool
    /// Whether a script reads what is told, as lines of JSON.
    let isForScript: Bool
    var ringing: RingingList
    var isDone = false
    /// What rings and was known to this device when the listener last looked.
    var held: Set<AlarmID> = []
    /// What rings and was released at the last look: another command may have read the relay's word.
    var released: Set<AlarmID> = []
    /// What was taken off here before the relay's word of it.
    var stopped: Set<AlarmID> = []
    /// What was answered here and put off here, until the alarm comes again or has been let go of.
    var given: [AlarmID: GivenAnswer] = [:]
    /// Until when alarms are put off, as was last said here.
    var toldSnoozes = ToldSnoozes()
    /// For which times alarms ring, as was last said here.
    var toldTimes = ToldTimes()
    /// The alarms of which it was said that they skip a time, until they come again or have ended.
    var skipping: Set<AlarmID> = []
    /// The times of this person's own alarms of which it was said that their receivers take none then.
    var toldSkips = ToldSkips()
    /// Whether it was said how words become readable that this device lacks the key to.
    var isCureTold = false
    /// The pairs that were active when the listener last looked.
    var standing: Set<PairID> = []
    /// The partners of whom it was said here that they take no alarms at present.
    var refusalsTold: Set<PairID> = []
    /// The circles as they were when the listener last looked.
    var circles: [CircleView] = []
    /// Since when a new parent in one of them has no name; nil where each has.
    var unnamedSince: Instant?
    /// The countdowns and questions of which it was said that the circle is told.
    var passedCountdowns: Set<AlarmID> = []
    /// The alerts about this person of which it was said that nobody is told at present.
    var untold: Set<DocumentID> = []
    /// The alerts about others of which it was said that they are open, until they ring here or are over.
    var awaited: [DocumentID: AwaitedAlert] = [:]
    /// When the relay was last asked about ``awaited``; nil before the first time.
    var awaitedLook: Instant?
    /// The alerts about others that were put away here without an answer, until they ring again or have ended.
    var putAway: [AlarmID: AlarmNotice] = [:]
    /// The answers that were kept here while the relay could not be reached, until it has said what came of them.
    var kept = KeptAnswers()
    /// The alerts of care circles that ring here, as the relay last told them.
    var careAlerts: [AlarmID: CareAlertView] = [:]
    /// The language in which the relay writes to this device.
    private(set) var language: Language
    /// The invitations whose acceptance was told.
    private var agreements: Set<InviteID> = []
    private var isInterrupted = false
    private var isSynchronized = false

    var device: LocalDevice { session.device }
    var clock: LocalClock { session.clock.speaking(language) }

    init(
        session: DeviceSession,
        answering: Answering,
        sound: AlarmSound,
        endsAfterOne: Bool,
        isForScript: Bool = false
    ) {
        self.session = session
        language = session.language
        self.answering = answering
        self.sound = sound
        self.endsAfterOne = endsAfterOne
        self.isForScript = isForScript
        ringing = RingingList(reusesNumbers: !isForScript)
    }

    /// Listens until the relay refuses the device, or until the awaited alarm has ended.
    mutating func run() async throws {
        let (inputs, continuation) = AsyncThrowingStream<Input, any Error>.makeStream()
        let listening = Task { [device] in
            do {
                for try await event in device.events() { continuation.yield(.event(event)) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        let lines = answering.asks ? InputLines.standard.lines : nil
        let typing = lines.map { lines in Task { for await line in lines { continuation.yield(.line(line)) } } }
        let pausing = Task {
            while (try? await Task.sleep(for: .milliseconds(Self.outboxPause.milliseconds))) != nil {
                continuation.yield(.pause)
            }
        }
        let looking = Task {
            while (try? await Task.sleep(for: .milliseconds(Self.lookPause.milliseconds))) != nil {
                continuation.yield(.look)
            }
        }
        defer {
            listening.cancel()
            typing?.cancel()
            pausing.cancel()
            looking.cancel()
        }
        standing = Set(await device.profile.pairs.filter(\.isActive).map(\.id))
        await recallAlarms()
        for try await input in inputs {
            if !input.isLook || !ringing.items.isEmpty { await followLanguage() }
            switch input {
            case .event(let event): try await take(event)
            case .line(let line): try await take(line)
            case .pause:
                try await sendOutbox()
                await takeOffAnsweredCheckIns()
                await takeOffEndedAlerts()
                await sayPassedCountdowns()
                await sayAwaitedAlerts()
                await sayUnnamedParents()
            case .look:
                await takeOffWhatEndedHere()
                if !isInterrupted {
                    await sayCountdownsAtTheirEnd()
                    await sayAwaitedAlertsSoon()
                }
            }
            if isDone, endsAfterOne { return }
        }
    }

    /// Goes over to the language in which the relay writes by now, which 'reveille device language' may have changed.
    ///
    /// A notice that rings keeps the relay's text of it.
    private mutating func followLanguage() async {
        guard let tag = try? await device.writtenLanguage(), Language(tag: tag) != language else { return }
        language = Language(tag: tag)
        for item in ringing.items {
            if case .notice = item.subject { continue }
            guard let listing = try? await device.show(item.id) else { continue }
            ringing.retitle(item.id, listing.title(in: language))
        }
    }

    private mutating func take(_ event: DeviceEvent) async throws {
        switch event {
        case .received(.alarm(let alarm, let plan)): try await carryOut(plan, for: alarm, fromSync: false)
        case .received(.notice(let notice)):
            await take(notice)
            await remember(notice)
        case .received(.unreadable(let reason)):
            let line = text(
                .listenUnreadable,
                [.reason: reason.asForeign, .link: "reveille alarm list\(session.profileFlag)"]
            )
            tell(ListenerEvent(.unreadable, ["reason": .string(reason)]), line) {
                Terminal.say("\(Terminal.bell)\($0)")
            }
        case .syncNeeded: try await synchronize()
        case .interrupted: interrupt()
        }
    }

    /// Says once that the connection is lost, and what that means.
    private mutating func interrupt() {
        guard !isInterrupted else { return }
        isInterrupted = true
        tell(ListenerEvent(.connectionLost), text(.listenLost)) { Terminal.remark(timed($0)) }
    }

    private mutating func synchronize() async throws {
        let outcome: SyncOutcome
        do {
            // From the start at first: what rang before this listener began can then be told from what has ended.
            outcome = try await device.sync(fromScratch: !isSynchronized)
        } catch {
            guard case .transport = error else { throw error }
            // The stream breaks as well, and reconnects with another sync.
            interrupt()
            return
        }
        let isBack = isInterrupted || !isSynchronized
        if isInterrupted {
            tell(ListenerEvent(.connectionBack), text(.listenBack)) { Terminal.remark(timed($0)) }
        }
        isInterrupted = false
        // What rings at once is offered to be put off only where its family allows that.
        if !isSynchronized, await !device.profile.circles.isEmpty {
            circles = (try? await device.circles()) ?? circles
            for passed in (try? await device.takePassedReminders(in: circles)) ?? [] {
                tell(ListenerEvent(.circleChanged, passed.circle.facts), passed.sentence(in: language))
            }
        }
        let ended = outcome.gone.filter { skipping.contains($0) && !outcome.disarm.contains($0) }
        for id in outcome.disarm { await takeOff(id) }
        for id in ended { await sayEnd(ofSkipping: id) }
        for item in outcome.items {
            try await carryOut(item.plan, for: item.alarm, fromSync: true)
            saySnooze(of: item.alarm, isNews: isSynchronized)
        }
        if !isSynchronized { await takeUp() }
        await sayKeptAnswers()
        await takeOffEndedAlerts()
        await takeOffAnsweredCheckIns()
        await sayEndedPairs()
        await saySkippedTimes()
        isSynchronized = true
        try await sendOutbox()
        var isToldMore = false
        if let circles = await session.tendFamilies(hadCircles: !self.circles.isEmpty) {
            isToldMore = circles.contains { circle in
                circle.ringsMore(than: self.circles.first { $0.id == circle.id }, at: clock.relayNow)
            }
            await sayChanges(circles)
            // What was said just now is not said again at the next start.
            _ = try? await device.takePassedReminders(in: circles)
        }
        if isBack || isToldMore { await sayOpenAlerts(withHelpers: isBack) }
        await sayAwaitedAlerts()
        await followOwnAlerts()
        await sayWhatRingsAgain()
    }

    /// Takes up what a former listener left ringing.
    private mutating func takeUp() async {
        for known in await device.profile.incoming where known.phase == .ringing && ringing.item(known.id) == nil {
            // What could not be read when it came may be readable by now.
            let listing = try? await device.show(known.id)
            let remembered = await self.title(of: known)
            let title = listing?.title(in: language) ?? remembered
            let ring = ringing.ring(
                known.id,
                title,
                listing?.isReminder ?? (known.pair == nil && known.text != nil)
                    ? .reminder(listing?.view.pair) : .alarm,
                dueAt: known.time,
                fromSync: true,
                at: clock.now
            )
            guard let item = ring else { continue }
            let partner = listing?.partnerName
            let line = listing?.stillRinging(in: language) ?? text(.listenStill, [.title: title])
            await call(line, item, known.facts(of: item.subject, partner: partner))
        }
    }

    private mutating func sendOutbox() async throws {
        for news in await session.invitationNews(besides: agreements, in: language) {
            switch news {
            case .agreed(let invite):
                agreements.insert(invite.inviteID)
                tell(
                    ListenerEvent(.invitationAgreed, invite.facts),
                    .listenInvitationAgreed,
                    [.person: shownName(of: invite), .link: "reveille care admit\(session.profileFlag)"]
                )
            case .ended(let invite, let end):
                tell(
                    ListenerEvent(.invitationEnded, invite.facts).adding(JSONObject(["because": .word(end)])),
                    .listenInvitationEnded,
                    [.person: shownName(of: invite), .reason: text(end.reason)]
                )
            }
        }
        for result in try await device.sendOutbox() where !result.isKept {
            tell(ListenerEvent(.outbox, result.facts), await session.words(for: result, on: clock))
        }
    }

    private mutating func carryOut(_ plan: AlarmPlan, for alarm: IncomingAlarm, fromSync: Bool) async throws {
        if alarm.stage == .cancel, case .notice(let notice)? = ringing.item(alarm.id)?.subject {
            ringing.remove(alarm.id)
            await silenceIfDone()
            await sayTakenOff(notice)
        }
        if alarm.stage != .cancel { stopped.remove(alarm.id) }
        if plan.rings { toldSnoozes.forget(alarm.id) }
        var alarm = alarm
        if plan.rings, let answer = given.removeValue(forKey: alarm.id), answer.revision == alarm.revision {
            alarm.snoozedUntil = alarm.snoozedUntil ?? answer.end
        }
        let ringsFor = ringing.item(alarm.id)?.due
        var wasChanged = false
        for action in plan.actions {
            switch action {
            case .arm, .notify, .notifyLocally:
                if let end = alarm.snoozedUntil, !toldSnoozes.note(end, of: alarm.id) { continue }
                var announcement = toldTimes.announcement(of: alarm, at: clock.relayNow)
                // Nobody has set it anew: the line that says that this time is over says which is next.
                if alarm.snoozedUntil == nil, alarm.goesOn(after: ringsFor, at: clock.relayNow) { continue }
                if skipping.remove(alarm.id) != nil { announcement = .ringsAgain }
                if wasChanged, announcement == .set { announcement = .changed }
                if alarm.snoozedUntil != nil { announcement = announcement ?? .set }
                guard let announcement else { continue }
                let inheritance = isSynchronized ? await inheritance(of: alarm) : nil
                let inherited = inheritance.flatMap { alarm.announcement(of: $0, clock: clock, as: announcement) }
                tell(
                    .announced(alarm, as: announcement),
                    inherited ?? alarm.announcement(clock: clock, as: announcement)
                )
                // One line tells a person both; a script has an event for each.
                if let inheritance, inherited == nil || isForScript { say(inheritance, of: alarm) }
                sayCure(of: alarm)
            case .ring(let again):
                let isNew = ringing.item(alarm.id) == nil
                let ring = ringing.ring(
                    alarm.id,
                    alarm.title(in: language),
                    alarm.isReminder ? .reminder(alarm.circle) : .alarm,
                    dueAt: alarm.time,
                    fromSync: fromSync,
                    at: clock.now
                )
                guard let item = ring else { continue }
                skipping.remove(alarm.id)
                toldTimes.note(alarm.time, of: alarm.id)
                if (try? await device.holds(item.id)) == true { held.insert(item.id) }
                await call(alarm.call(again: again && !isNew, clock: clock), item, alarm.facts)
                if isNew, alarm.isReminder, let line = await reopening(of: alarm) { add(line) }
                if isNew, let inheritance = await inheritance(of: alarm) { say(inheritance, of: alarm) }
                sayCure(of: alarm)
            case .disarm where plan.actions.count > 1:
                let former = ringing.remove(alarm.id)
                await silenceIfDone()
                // One line then says that it has another time, and which.
                wasChanged = plan.announces && !alarm.goesOn(after: former?.due, at: clock.relayNow)
                if !wasChanged { sayChanged(alarm, from: former) }
            case .disarm:
                if stopped.remove(alarm.id) == nil { await takeOff(alarm.id) }
            case .ignore: break
            }
        }
        // This device cannot schedule system alarms: the relay has to ring those that it is told to arm.
        for receipt in plan.receipts { await report(receipt == .armed ? .received : receipt, of: alarm.id) }
        if plan.rings, let answer = answering.always, let item = ringing.item(alarm.id) { await give(answer, to: item) }
    }
}
