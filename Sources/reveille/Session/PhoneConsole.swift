import AlarmCore
import DeviceKit
import DeviceSimulator

/// Prints what a virtual phone does, and does with it what is typed.
struct PhoneConsole: Sendable {
    /// How often it is looked whether the relay has refused the phone: 200 ms.
    private static let glance = Duration.milliseconds(200)

    let phone: VirtualPhone
    let timeline: Timeline
    let clock: LocalClock
    /// The length of a snooze that names none.
    let snooze: Span

    /// Runs the phone until the task is cancelled, or the relay refuses it.
    ///
    /// - Throws: `DeviceError` for the refusal.
    func run() async throws {
        let printing = Task { for await entry in timeline.watch() { show(entry) } }
        let typing = Task { for await line in InputLines.standard.lines { await obey(line) } }
        defer {
            printing.cancel()
            typing.cancel()
        }
        await phone.turnOn()
        try await phone.begin()
        while true {
            if let refusal = await phone.refusal { throw refusal }
            try await Task.sleep(for: Self.glance)
        }
    }

    private func show(_ entry: Timeline.Entry) {
        let bell = entry.ring?.isAudible == true ? Terminal.bell : ""
        Terminal.say("\(bell)\(clock.timeOfDay(entry.at))  \(entry.text.asForeign)")
    }

    private func obey(_ line: String) async {
        guard line.contains(where: { !$0.isWhitespace }) else { return }
        guard let action = PhoneAction(line, snooze: snooze) else {
            return Terminal.remark("That means nothing to it. Type one of: \(PhoneAction.all)")
        }
        do {
            switch action {
            case .help: Terminal.remark("Type one of: \(PhoneAction.all)")
            case .state: Terminal.say(await phone.state.summary)
            case .look: await phone.look()
            case .open:
                try await phone.openApp()
                try await phone.begin()
            case .restart: try await phone.restart()
            case .answer(let answer): await phone.look(answering: answer.reaction)
            default: try await phone.change { action.change(&$0) }
            }
        } catch {
            Terminal.complain(CommandFailure(error)?.message ?? "\(error)")
        }
    }
}

extension RingAnswer {
    /// What the user of a virtual phone does who answers so.
    fileprivate var reaction: Habits.Reaction {
        switch self {
        case .gotIt(let reply): .acknowledge(reply: reply)
        case .snooze(let span): .snooze(span)
        case .dismiss: .dismiss
        }
    }
}
