import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille alarm show`: shows one alarm and its state on each device.
struct AlarmShowCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an alarm: its state, and how far it has come with each of the receiver's devices."
    )

    @Argument(help: "The alarm's id, or its first characters.")
    var id: String

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let alarm: AlarmListing
        do {
            alarm = try await session.device.show(session.alarm(id))
        } catch let error as DeviceError where error.problemKind == .notFound {
            throw CommandFailure(noAlarm: id, session.profileFlag, in: session.language)
        }
        if output.json {
            Terminal.say(alarm.json)
            return
        }
        let (clock, language) = (session.readersClock, session.language)
        let side = await otherSide(of: alarm, in: session)
        Terminal.say(facts: alarm.facts(side, clock), width: 10)
        for funnel in alarm.view.deliveries {
            Terminal.say()
            Terminal.say(language.text(.listDevice, [.count: "\(funnel.device)"]))
            Terminal.say(facts: funnel.facts(clock), width: 18)
        }
        let receiver = alarm.view.preset == nil ? alarm.partnerName : side?.name
        for line in alarm.view.warnings(partner: receiver, in: language) { Terminal.say(line) }
    }

    /// Who set an alarm, or for whom it is; nil where only this person takes part.
    private func otherSide(of alarm: AlarmListing, in session: DeviceSession) async -> (fact: TextKey, name: String)? {
        let view = alarm.view
        guard view.preset != nil, view.direction == .outgoing else {
            let name = alarm.partnerName?.asForeign ?? session.language.text(.listUnknown)
            return (view.direction == .outgoing ? .listFactTo : .listFactFrom, name)
        }
        // The name that comes with a reminder is that of whoever wrote it; the reminder says for whom.
        guard let reminder = try? await session.device.reminder(view.shownReminder),
            let family = try? await session.device.learnKeys(of: reminder.reminder.circle)
        else { return nil }
        return (.listFactFor, reminder.shownAssignee(in: family, session.language))
    }
}

extension AlarmListing {
    /// All facts about the alarm but those of each device, line by line, for the reader of `clock`.
    ///
    /// - Parameters:
    ///   - side: who set it, or for whom it is; nil where only this person takes part.
    ///   - clock: the clock of this machine.
    /// - Returns: the facts with their names.
    func facts(_ side: (fact: TextKey, name: String)?, _ clock: LocalClock) -> [(String, String)] {
        let language = clock.language
        var facts: [(TextKey, String)] = [(.listFactAlarm, "\(view.id)")]
        if let kind = view.kind(in: language) { facts.append((.listFactKind, kind)) }
        if let side { facts.append((side.fact, side.name)) }
        let present = state(clock)
        var known = present
        if view.isHeldOutOfReach { known = language.text(.listBlockedReceived, [.state: present]) }
        if view.wasTakenFromArmedPhone { known = language.text(.listEndArmed, [.state: present]) }
        let state = language.text(.listFactStateRevision, [.state: known, .count: "\(view.revision)"])
        facts += [
            (.listFactDue, due(clock)),
            (.listFactState, view.isLate ? language.text(.listFactStateLate, [.state: state]) : state),
            (.listFactWords, words.shown(in: language)),
        ]
        if let rule = view.rule {
            let rhythm = RepetitionText.words(for: rule, in: language)
            let text = language.text(
                .listFactRepeatsZone,
                [.rhythm: rhythm, .words: view.timeZone?.asForeign ?? "UTC"]
            )
            facts.append((.listFactRepeats, text))
        }
        if let next = view.nextTime {
            let time = clock.both(next, in: view.timeZone)
            let skipped: TextKey = view.isRefused ? .listFactNextSkippedToo : .listFactNextSkipped
            facts.append((.listFactNext, view.isNextRefused ? language.text(skipped, [.time: time]) : time))
        }
        // Of an alarm that has ended the state says so.
        if view.ending == nil, let last = view.last, let end = lastEnd(clock) {
            // Of a reminder the end names the time itself.
            let time = clock.both(last.time, in: view.timeZone)
            let dated = language.text(.listFactLastEnd, [.time: time, .state: end])
            facts.append((.listFactLast, isReminder ? end : dated))
        }
        if let reply { facts.append((.listFactReply, reply.shown(in: language))) }
        if let ownReply { facts.append((.listFactOwnReply, language.quoting(ownReply))) }
        return facts.map { (language.text($0), $1) }
    }

    /// When it is due, with how long that is from now; of an alarm that has ended the time alone.
    func due(_ clock: LocalClock) -> String {
        let due = clock.both(dueTime, in: view.timeZone)
        guard !view.state.isFinal, view.ending == nil else { return due }
        return clock.language.text(.listTimeBoth, [.time: due, .words: clock.distance(to: dueTime)])
    }
}

extension DeliveryFunnel {
    /// How far the alarm has come with the device, a line for every step, for the reader of `clock`.
    func facts(_ clock: LocalClock) -> [(String, String)] {
        let language = clock.language
        let times: [(TextKey, Instant?)] = [
            (.listDeviceRelayed, relayed), (.listDeviceDelivered, delivered), (.listDeviceReceived, received),
            (.listDeviceArmed, armed), (.listDeviceShown, ringing), (.listDeviceAnswered, acknowledged),
        ]
        var facts = times.compactMap { key, time in time.map { (key, clock.timeOfDay($0)) } }
        if facts.isEmpty { facts.append((.listDeviceRelayed, language.text(.listDeviceNotYet))) }
        if attempts > 1 { facts.append((.listDeviceTries, "\(attempts)")) }
        if let worked { facts.append((step, worked.words(in: language))) }
        if let error { facts.append((.listDeviceError, ReasonText.words(error.asForeign, in: language))) }
        if let pastError, let pastErrorAt {
            let reason = ReasonText.words(pastError.asForeign, in: language)
            let text = language.text(
                .listDeviceBeforeReason,
                [.time: clock.timeOfDay(pastErrorAt), .reason: reason]
            )
            facts.append((.listDeviceBefore, text))
        }
        return facts.map { ("  " + language.text($0), $1) }
    }
}

extension DeliveryFunnel {
    /// What the step that worked has done: a phone reports that it shows an alarm, also where it is silenced and nobody
    /// has noticed.
    private var step: TextKey {
        guard let ringing, acknowledged.map({ ringing <= $0 }) ?? true else { return .listDeviceAnsweredAfter }
        return .listDeviceShownBy
    }
}

extension DeliveryFunnel.Step {
    /// The step as in `ring +1m critical` or `handoff`.
    fileprivate func words(in language: Language) -> String {
        let isRing = stage == .ring
        let place = offset.map { $0 < .zero ? "\($0)" : "+\($0)" }
        let urgency = TextKey(rawValue: "list.urgency.\(urgency.rawValue)").map { language.text($0) }
        let name = TextKey(rawValue: "list.step.\(stage.rawValue)").map { language.text($0) } ?? stage.rawValue
        return [name, place, isRing ? urgency : nil].compactMap(\.self).joined(separator: " ")
    }
}
