import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille alarm move`: changes the time or the words of an alarm.
struct AlarmMoveCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move an alarm that you have set to another time.",
        discussion:
            "A time without an offset is read on the clocks of the alarm's own zone, unless --zone names another."
    )

    @Argument(help: "The alarm's id, or its first characters.")
    var id: String

    @OptionGroup
    var due: DueTimeOptions

    @Option(help: ArgumentHelp("Other words for it.", valueName: "words"))
    var text: String?

    @OptionGroup
    var options: SessionOptions

    func validate() throws {
        if due.at == nil, due.delay == nil, text == nil {
            throw ValidationError("Where to? Give --at or --in, or other words with --text.")
        }
    }

    func run(in session: DeviceSession) async throws {
        let alarm = try await session.alarm(id)
        // The clocks of the alarm's own zone count, unless another is named.
        let sent = await session.device.profile.outgoing.first { $0.id == alarm }
        let own = sent?.timeZone
        let usual = await session.usualZone
        let time = try due.time(now: session.clock.relayNow, zones: session.zones, usual: own ?? usual)
        let zone = due.zone ?? own
        // The relay has never heard of one that was not sent.
        let former = sent?.isAccepted == false ? nil : try await session.shown(alarm)
        let accepted: AlarmAccepted
        do {
            accepted = try await session.device.reschedule(
                alarm,
                at: time?.instant,
                writtenEast: time?.secondsEast ?? 0,
                text: text,
                timeZone: due.zone
            )
        } catch {
            let refusal = CommandFailure(
                move: id,
                of: former,
                refusedBy: error,
                session.profileFlag,
                in: session.language
            )
            if let refusal { throw refusal }
            guard let time else { throw error }
            throw CommandFailure(past: time.instant, in: time.zoneName, refusedBy: error, session.readersClock) ?? error
        }
        let (clock, language) = (session.readersClock, session.language)
        // Of the former time no phone says that it has let go; a time that is over rings nowhere any more.
        let holding = former.flatMap { OfflinePhones(holding: $0) }
        let phones = holding.flatMap { phones in
            phones.ringsAt > clock.relayNow && phones.ringsAt != accepted.time ? phones : nil
        }
        if output.json {
            return Terminal.say(accepted.json(mayRingAt: phones?.ringsAt))
        }
        let moment = clock.moment(accepted.time, in: zone)
        let pair = await session.device.profile.pairs.first { $0.id == sent?.pair }
        let name = pair?.partnerName.asForeign ?? language.text(.listenPartner).capitalizedAtStart
        Terminal.say(accepted.headline(for: name, movedTo: moment, isHeld: holding != nil, in: language))
        if let phones { Terminal.say(phones.remark(onTime: clock.named(phones.ringsAt, in: zone), in: language)) }
    }
}

/// `reveille alarm cancel`: cancels an alarm.
struct AlarmCancelCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Take an alarm back, whoever of you two has set it.",
        discussion: "One that waits to be sent is not sent any more."
    )

    @Argument(help: "The alarm's id, or its first characters.")
    var id: String

    @OptionGroup
    var options: SessionOptions

    // An alarm that is about to be taken back is not sent first.
    var sendsOutbox: Bool { false }

    func run(in session: DeviceSession) async throws {
        let outbox = await session.device.profile.outbox
        let waiting = outbox.map(\.id)
        var found: AlarmID?
        // One that waits here is found without the relay.
        if case .name(let kept) = Abbreviation(id, among: waiting) { found = kept }
        let alarm: AlarmID
        if let found { alarm = found } else { alarm = try await session.alarm(id) }
        // The relay has never heard of one that was not sent.
        let isKnown = outbox.first { $0.id == alarm }?.mayBeSet ?? true
        var cancellation = Cancellation(id: alarm)
        if isKnown { cancellation.before = try? await session.device.show(alarm) }
        do {
            try await session.device.cancel(alarm)
        } catch {
            if error.problemKind == .notFound {
                throw CommandFailure(noAlarm: id, session.profileFlag, in: session.language)
            }
            guard case .transport(let reason) = error, waiting.contains(alarm) else { throw error }
            let why = RefusalText.reason(of: DeviceError.transport(reason), in: session.language)
            throw CommandFailure(
                session.language.text(.answerAlarmMaybe, [.reason: why]),
                exitCode: CommandFailure.temporary
            )
        }
        if isKnown { cancellation.after = try? await session.device.show(alarm) }
        guard !output.json else { return Terminal.say(cancellation.json) }
        Terminal.say(cancellation.line(session.readersClock))
    }
}
