import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille alarm show`: one alarm, and how far it has come.
struct AlarmShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an alarm: its state, and how far it has come with each of the receiver's devices."
    )

    @Argument(help: "The alarm's id, or its first characters.")
    var id: String

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let alarm = try await session.device.show(session.alarm(id))
            if output.json {
                Terminal.say(alarm.json)
                return
            }
            for (name, value) in facts(alarm, clock: session.clock) {
                Terminal.say(name + String(repeating: " ", count: max(10 - name.count, 1)) + value)
            }
            guard !alarm.view.deliveries.isEmpty else { return }
            Terminal.say()
            Terminal.say(funnel(alarm.view.deliveries, clock: session.clock))
            for line in alarm.view.warnings(partner: alarm.partnerName) { Terminal.say(line) }
        }
    }

    private func facts(_ alarm: AlarmListing, clock: LocalClock) -> [(String, String)] {
        let view = alarm.view
        let late = view.isLate ? ", late: the relay was away" : ""
        var facts = [
            ("alarm", "\(view.id)"),
            (view.direction == .outgoing ? "to" : "from", alarm.partnerName?.asForeign ?? "(unknown)"),
            ("due", "\(clock.text(view.time)), \(clock.distance(to: view.time))"),
            ("state", "\(view.state.rawValue), revision \(view.revision)\(late)"),
            ("words", alarm.words.shown),
        ]
        if let rule = view.rule { facts.append(("repeats", "\(rule) in \(view.timeZone ?? "UTC")")) }
        if let next = view.nextTime { facts.append(("next", clock.text(next))) }
        if let reply = alarm.reply { facts.append(("reply", reply.shown)) }
        return facts
    }

    private func funnel(_ deliveries: [DeliveryFunnel], clock: LocalClock) -> TextTable {
        var table = TextTable([
            "DEVICE", "RELAYED", "DELIVERED", "RECEIVED", "ARMED", "RINGING", "ACKNOWLEDGED", "TRIES", "WORKED",
            "ERROR",
        ])
        func time(_ instant: Instant?) -> String { instant.map(clock.timeOfDay) ?? "-" }
        for funnel in deliveries {
            table.add([
                "\(funnel.device)", time(funnel.relayed), time(funnel.delivered), time(funnel.received),
                time(funnel.armed), time(funnel.ringing), time(funnel.acknowledged), "\(funnel.attempts)",
                funnel.worked?.description ?? "-", funnel.error?.asForeign ?? "-",
            ])
        }
        return table
    }
}
