import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille care settings`: what is watched.
struct CareSettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show or set what your care circle watches.",
        discussion: "What is not given stays as it is. Write 'off' to watch something no more."
    )

    @Option(help: ArgumentHelp("Ask after so long without activity, 1h to 4h, or off.", valueName: "span"))
    var inactivity: Setting<Span>?

    @Option(help: ArgumentHelp("Hours in which nobody asks, as in 22:00-07:00, or off.", valueName: "from-until"))
    var quiet: Setting<QuietHours>?

    @Option(
        help: ArgumentHelp(
            "Tell after so many still days, as in 10h/3 for 10 h on 3 days running, or off.",
            valueName: "span/days"
        )
    )
    var wellness: Setting<WellnessPattern>?

    @Option(help: ArgumentHelp("Tell of readings beyond, in mg/dL, as in 70-180, or off.", valueName: "low-high"))
    var glucose: Setting<GlucoseThresholds>?

    @Option(
        help: ArgumentHelp("How long an alert can be cancelled, as in fall=45s; 30s to 120s.", valueName: "kind=span")
    )
    var countdown: [Countdown] = []

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            var settings = try await session.device.careSettings()
            if isChange {
                try change(&settings, at: session.clock.now)
                settings = try await session.device.setCareSettings(settings)
            }
            output.show(settings, in: session)
        }
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
