import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille care signal`: raises an alert about the user.
struct CareSignalCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "signal",
        abstract: "Call your care circle, or hand in what a sensor says; cancel with 'reveille care cancel'.",
        discussion: """
            Reveille is not a medical device and does not replace emergency services. If you are in danger, call the local \
            emergency number at once.
            """
    )

    @Argument(
        help: "What: manual, fall, inactivity, wellness or glucose. (default: manual)",
        transform: CareSignal.Kind.argument
    )
    var kind: CareSignal.Kind = .manual

    @Option(help: ArgumentHelp("What a glucose sensor says, in mg/dL.", valueName: "number"))
    var reading: Int?

    @Option(
        help: ArgumentHelp("Where you are, as 52.5163,13.3777.", valueName: "lat,long"),
        transform: { try Place(argument: $0) }
    )
    var place: Place?

    @Option(
        help: ArgumentHelp("What to say; sealed for those who may know, and sent with the alert.", valueName: "text")
    )
    var say: String?

    @OptionGroup
    var options: SessionOptions

    func validate() throws {
        guard (reading != nil) == (kind == .glucose) else {
            throw ValidationError("Give --reading with glucose, and with nothing else.")
        }
    }

    func run(in session: DeviceSession) async throws {
        let signal = try signal
        let request = CareSignalRequest(signal, place: place, timeZone: session.clock.zoneName)
        var alert: CareAlertView
        do {
            alert = try await session.device.signal(request)
        } catch {
            throw CommandFailure(signal: error, flag: session.profileFlag, in: session.language) ?? error
        }
        if let say { alert = await session.note(say, on: alert, in: session.language) }
        await output.show(alert, in: session)
        if !output.json, alert.state == .held { await session.explainHeld(alert) }
    }

    private var signal: CareSignal {
        get throws {
            switch kind {
            case .fall: .fall
            case .inactivity: .inactivity
            case .wellness: .wellness
            case .manual: .manual
            case .glucose: .glucose(try GlucoseReading(milligramsPerDecilitre: reading ?? 0))
            }
        }
    }
}

extension CommandFailure {
    /// Says of a signal that was not taken what to do instead, since whoever needs help must not wait; nil for a fault in
    /// the request itself.
    ///
    /// - Parameters:
    ///   - error: why the relay has not taken it, as far as that is known.
    ///   - flag: the option that names the profile in a command.
    ///   - language: the reader's.
    init?(signal error: DeviceError, flag: String, in language: Language) {
        // The only conflict of a signal is a person without a care circle.
        if error.problemKind == .conflict {
            self.init(.nobodyToHelp(flag: flag), in: language)
            return
        }
        guard error.isOutage else { return nil }
        let reason = RefusalText.reason(of: error, in: language)
        // Without the answer nobody can know.
        self.init(language.joining(language.text(.listCareWarnUnknown), reason), exitCode: Self.temporary)
    }
}

/// `reveille care activity`: reports activity.
struct CareActivityCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "activity",
        abstract: "Say that you are active, so that nobody asks for a while."
    )

    @Option(
        help: ArgumentHelp("Where you are, as 52.5163,13.3777.", valueName: "lat,long"),
        transform: { try Place(argument: $0) }
    )
    var place: Place?

    @Option(
        help: ArgumentHelp(
            "How still a day was that is over, as in 2026-01-12=9h; may be repeated.",
            valueName: "date=span"
        )
    )
    var day: [StillDay] = []

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        // The report also goes out where the relay does not say which alerts are open.
        let open = output.json ? [] : (try? await session.ownOpenAlerts()) ?? []
        let status = try await session.device.reportActivity(
            CareActivityReport(timeZone: session.clock.zoneName, place: place, days: day.map(\.day))
        )
        guard !output.json else { return Terminal.say(status.json) }
        for former in open {
            let alert = try? await session.device.careAlert(former.id)
            guard let alert, alert.state == .cancelled else { continue }
            let words = [Placeholder.words: alert.line(session.readersClock)]
            Terminal.say(session.language.text(.listCareCalledOff, words))
        }
        for line in status.lines(session.readersClock.stopped) { Terminal.say(line) }
    }
}

/// `reveille care cancel`: cancels an alert about the user.
struct CareCancelCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Call off an alert about yourself; without an id, every one that is open."
    )

    @Argument(help: "The alert's id, or its first characters.")
    var id: String?

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let open = try await session.ownOpenAlerts()
        let alerts = try id.map { [try session.alert($0, among: open)] } ?? open.map(\.id)
        guard !alerts.isEmpty else {
            let helped = try await session.device.careOverview().dwellers.filter(\.isSelf)
                .compactMap { $0.helped(session.readersClock) }
            let command = [Placeholder.link: "reveille care resolve\(session.profileFlag)"]
            let advice = helped.isEmpty ? [] : helped + [session.language.text(.listCareResolveIf, command)]
            throw CommandFailure(session.language.joining([session.language.text(.listCareCancelNone)] + advice))
        }
        for alert in alerts { await output.show(try await session.device.cancelAlert(alert), in: session) }
    }
}

/// `reveille care ack`: acknowledges an alert.
struct CareAckCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "ack",
        abstract: "Say that you look after somebody; the others hear it, and are told no more."
    )

    @Argument(help: "The alert's id, or its first characters; without one, the alert that is open.")
    var id: String?

    @Option(
        help: ArgumentHelp("What to say; sealed for the dweller and the others, and sent with it.", valueName: "text")
    )
    var say: String?

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let dwellers = try await session.device.careOverview().dwellers.filter { !$0.isSelf }
        let open = dwellers.flatMap(\.alerts)
        if let id {
            let alert = try session.alert(id, among: open + dwellers.compactMap(\.lastAlert))
            return try await acknowledge(alert, in: session)
        }
        guard let only = open.first else {
            let others = dwellers.compactMap { $0.helped(session.readersClock) }
            throw CommandFailure(session.language.joining([session.language.text(.listCareAckNone)] + others))
        }
        guard open.count == 1 else {
            let flag = session.profileFlag
            let lines = dwellers.flatMap { dweller in
                dweller.alerts.map { dweller.choice($0, flag: flag, session.readersClock) }
            }
            let head = session.language.text(.listCareSeveralAck)
            throw CommandFailure(([head] + lines).joined(separator: "\n"))
        }
        try await acknowledge(only.id, in: session)
    }

    private func acknowledge(_ id: DocumentID, in session: DeviceSession) async throws {
        if let say {
            _ = await session.note(say, on: try await session.device.careAlert(id), in: session.language)
        }
        let acknowledged = try await session.device.acknowledgeAlert(id)
        await output.show(acknowledged, in: session)
        if !output.json { await session.sayStillOpen(besides: acknowledged.id) }
    }
}
