import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

/// `reveille care settings`: shows or changes the settings of a care circle.
struct CareSettingsCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show or set what your care circle watches.",
        discussion: "What is not given stays as it is. Write 'off' to watch something no more."
    )

    @Option(help: ArgumentHelp("Ask after so long without activity, 1h to 4h, or off.", valueName: "span"))
    var inactivity: SettingOrOff<Span>?

    @Option(
        help: ArgumentHelp("Hours in which nobody asks, as in 22:00-07:00, or off.", valueName: "from-until"),
        transform: { text in
            guard let hours = SettingOrOff<QuietHours>(argument: text) else {
                throw ValidationError("Write two times, as in 22:00-07:00, that are 1 min to 18 h apart, or off.")
            }
            return hours
        }
    )
    var quiet: SettingOrOff<QuietHours>?

    @Option(
        help: ArgumentHelp(
            "Tell after so many still days, as in 10h/3 for 10 h on 3 days running, or off.",
            valueName: "span/days"
        )
    )
    var wellness: SettingOrOff<WellnessPattern>?

    @Option(help: ArgumentHelp("Tell of readings beyond, in mg/dL, as in 70-180, or off.", valueName: "low-high"))
    var glucose: SettingOrOff<GlucoseThresholds>?

    @Option(
        help: ArgumentHelp("How long an alert can be cancelled, as in fall=45s; 30s to 120s.", valueName: "kind=span")
    )
    var countdown: [Countdown] = []

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        var settings = try await session.device.careSettings()
        if isChange {
            try change(&settings, at: session.clock.relayNow)
            settings = try await session.device.setCareSettings(settings)
        }
        output.show(settings, in: session)
    }

    private var isChange: Bool {
        inactivity != nil || quiet != nil || wellness != nil || glucose != nil || !countdown.isEmpty
    }

    private func change(_ settings: inout CareSettings, at now: Instant) throws {
        if let inactivity { settings.inactivity = try inactivity.value.map { try InactivityRule(wait: $0) } }
        if let quiet { settings.quietHours = quiet.value }
        if let wellness { settings.wellness = wellness.value }
        if let glucose { settings.glucose = glucose.value }
        var chosen = settings.countdowns.chosen
        for countdown in countdown { chosen[countdown.kind] = countdown.span }
        settings.countdowns = try CareCountdowns(chosen)
        if !settings.isPaused(at: now) { settings.pausedUntil = nil }
    }
}

/// `reveille care pause`: pauses alerts for a while.
struct CarePauseCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Hold all alerts but those of the button for a while, or end that."
    )

    @OptionGroup
    var time: DueTimeOptions

    @Flag(help: "End the pause.")
    var resume = false

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        if resume {
            output.show(try await session.device.resumeCare(), in: session)
            return
        }
        guard let end = try await session.time(of: time) else {
            throw CommandFailure(.pauseWithoutEnd(flag: session.profileFlag), in: session.language)
        }
        output.show(try await session.device.pauseCare(until: end.instant), in: session)
    }
}

/// `reveille care phone`: sets or removes a member's own phone number.
struct CarePhoneCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "Leave your own number, to which alerts go together with the push, or take it back.",
        discussion: "Without a number, it shows the one that you have left and whether it was confirmed by the link."
    )

    @Argument(help: "Your number, as +491701234567; it is asked once, by a link in a message to it.")
    var number: String?

    @Option(help: ArgumentHelp("What you are called in messages.", valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Your language: en, zh-Hant or zh-Hans. (default: as in 'reveille device language')",
            valueName: "tag"
        ),
        transform: { try LanguageTag(argument: $0) }
    )
    var language: LanguageTag?

    @Flag(help: "Be called as well, 2 min after a text message that nobody answered; without it, you are not called.")
    var calls = false

    @Flag(help: "Take the number back.")
    var remove = false

    @OptionGroup
    var options: SessionOptions

    func validate() throws {
        guard number == nil || !remove else { throw ValidationError("Give a number, or --remove, not both.") }
        guard number != nil || !calls else { throw ValidationError("Give the number that is to be called.") }
    }

    func run(in session: DeviceSession) async throws {
        guard number != nil || remove else { return try await showNumber(in: session) }
        guard let number else {
            try await session.device.removeCarePhone()
            return output.json
                ? Terminal.say(.object(of: ["removed": true]))
                : Terminal.say(session.language.text(.listPhoneForgotten))
        }
        let known = await session.device.profile.displayName
        guard let name = name ?? (known.isEmpty ? nil : known) else {
            throw CommandFailure(.numberWithoutName(flag: session.profileFlag), in: session.language)
        }
        let phone = CarePhone(
            phone: number,
            name: name,
            calls: calls,
            language: (language ?? session.languageTag).text
        )
        let view = try await session.device.setCarePhone(phone)
        guard !output.json else { return Terminal.say(view.json) }
        for line in view.numberLines(session.readersClock) { Terminal.say(line) }
    }

    private func showNumber(in session: DeviceSession) async throws {
        let phone = try await session.device.careOverview().phone
        guard !output.json else { return Terminal.say(.object(of: ["phone": phone?.json ?? .null])) }
        let command = [Placeholder.link: "reveille care phone\(session.profileFlag) NUMBER"]
        let none = session.language.text(.listPhoneNone, command)
        for line in phone?.numberLines(session.readersClock) ?? [none] { Terminal.say(line) }
    }
}

extension ContactView {
    /// Returns a member's own number, whether alerts go to it, and why nothing can be sent there at present, each in a
    /// line.
    func numberLines(_ clock: LocalClock) -> [String] {
        let delay = delayed.first { $0.medium == .sms }?.line(clock)
        let lack = unreached.contains(.sms) ? StatusText.lack(of: .sms, in: clock.language) : delay
        guard consent != .unsubscribed,
            let hindrance = lack ?? (waiting.contains(.sms) ? StatusText.waiting(for: .sms, in: clock.language) : nil)
        else { return [numberSentence(clock)] }
        func number(_ key: TextKey) -> String { clock.language.text(key, [.words: shownNumber(in: clock.language)]) }
        guard consent == .confirmed else { return [number(.listPhonePendingHindered), hindrance] }
        return [lack == nil ? numberSentence(clock) : number(.listPhoneConfirmedHindered), hindrance]
    }

    /// Returns a member's own number, and whether alerts go to it.
    func numberSentence(_ clock: LocalClock) -> String {
        let key: TextKey =
            switch consent {
            case .pending: .listPhonePending
            case .confirmed where contact.calls && !agreed.contains(.call): .listPhoneCallsAsked
            case .confirmed where contact.calls: .listPhoneCalls
            case .confirmed: .listPhoneConfirmed
            case .unsubscribed: .listPhoneUnsubscribed
            }
        return clock.language.text(
            key,
            [.words: shownNumber(in: clock.language), .time: clock.text(since)]
        )
    }

    private func shownNumber(in language: Language) -> String {
        contact.phone?.asForeign ?? language.text(.listPhoneOwn)
    }
}
