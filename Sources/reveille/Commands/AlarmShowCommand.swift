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
        let alarm = try await session.device.show(session.alarm(id))
        if output.json {
            Terminal.say(alarm.json)
            return
        }
        let side = await otherSide(of: alarm, in: session)
        Terminal.say(facts: facts(alarm, side, session), width: 10)
        for funnel in alarm.view.deliveries {
            Terminal.say()
            Terminal.say("device \(funnel.device)")
            Terminal.say(facts: funnel.facts(session.clock), width: 13)
        }
        let receiver = alarm.view.preset == nil ? alarm.partnerName : side?.name
        for line in alarm.view.warnings(partner: receiver) { Terminal.say(line) }
    }

    /// Who set an alarm, or for whom it is; nil where only this person takes part.
    private func otherSide(of alarm: AlarmListing, in session: DeviceSession) async -> (fact: String, name: String)? {
        let view = alarm.view
        guard view.preset != nil, view.direction == .outgoing else {
            return (view.direction == .outgoing ? "to" : "from", alarm.partnerName?.asForeign ?? "(unknown)")
        }
        // The name that comes with a reminder is that of whoever wrote it; the reminder says for whom.
        guard let reminder = try? await session.device.reminder(view.shownReminder),
            let family = try? await session.device.learnKeys(of: reminder.reminder.circle)
        else { return nil }
        return ("for", reminder.shownAssignee(in: family))
    }

    private func facts(
        _ alarm: AlarmListing,
        _ side: (fact: String, name: String)?,
        _ session: DeviceSession
    ) -> [(String, String)] {
        let (view, clock) = (alarm.view, session.clock)
        let late = view.isLate ? ", late: the relay was away" : ""
        var facts = [("alarm", "\(view.id)")]
        if let preset = view.preset { facts.append(("kind", preset.asForeign)) }
        if let side { facts.append((side.fact, side.name)) }
        facts += [
            ("due", alarm.due(clock)),
            ("state", "\(alarm.state(clock)), revision \(view.revision)\(late)"),
        ]
        facts.append(("words", alarm.words.shown))
        if let rule = view.rule {
            let words = RepetitionText.words(for: rule, in: session.language)
            facts.append(("repeats", "\(words) in \(view.timeZone ?? "UTC")"))
        }
        if let next = view.nextTime {
            let skipped = view.isNextRefused ? ", \(view.isRefused ? "skipped too" : "skipped")" : ""
            facts.append(("next", clock.named(next, in: view.timeZone) + skipped))
        }
        // Of an alarm that has ended the state says so.
        if view.ending == nil, let last = view.last, let end = alarm.lastEnd(clock) {
            // Of a reminder the end names the time itself.
            let time = alarm.isReminder ? "" : "\(clock.named(last.time, in: view.timeZone)): "
            facts.append(("last time", time + end))
        }
        if let reply = alarm.reply { facts.append(("reply", reply.shown)) }
        return facts
    }
}

extension AlarmListing {
    /// When it is due, with how long that is from now; of an alarm that has ended the time alone.
    func due(_ clock: LocalClock) -> String {
        let due = clock.named(dueTime, in: view.timeZone)
        return view.state.isFinal || view.ending != nil ? due : "\(due), \(clock.distance(to: dueTime))"
    }
}

extension DeliveryFunnel {
    /// How far the alarm has come with the device, a line for every step.
    func facts(_ clock: LocalClock) -> [(String, String)] {
        let times: [(String, Instant?)] = [
            ("relayed", relayed), ("delivered", delivered), ("received", received), ("armed", armed), ("rang", ringing),
            ("answered", acknowledged),
        ]
        var facts = times.compactMap { name, time in time.map { ("  " + name, clock.timeOfDay($0)) } }
        if facts.isEmpty { facts.append(("  relayed", "not yet")) }
        if attempts > 1 { facts.append(("  tries", "\(attempts)")) }
        if let worked { facts.append(("  woken by", "\(worked)")) }
        if let error { facts.append(("  error", error.asForeign)) }
        if let pastError, let pastErrorAt {
            facts.append(("  before", "not reached at \(clock.timeOfDay(pastErrorAt)): \(pastError.asForeign)"))
        }
        return facts
    }
}
