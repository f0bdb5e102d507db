import AlarmCore
import AlarmWire
import DeviceKit

/// A device that listens on the event stream: rings alarms, takes answers, and shows notices.
///
/// Events and typed lines share one queue, so that each sees the alarms as the previous one left them.
struct Listener {
    private enum Input: Sendable {
        case event(DeviceEvent)
        case line(String)
    }

    private let device: LocalDevice
    private let clock: LocalClock
    private let answering: Answering
    private let endsAfterOne: Bool
    /// The ringing alarms; an answer is for the last one.
    private var ringing: [AlarmID] = []
    private var isDone = false

    init(device: LocalDevice, clock: LocalClock, answering: Answering, endsAfterOne: Bool) {
        self.device = device
        self.clock = clock
        self.answering = answering
        self.endsAfterOne = endsAfterOne
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
        let typing =
            answering.asks ? Task { for await line in InputLines().lines { continuation.yield(.line(line)) } } : nil
        defer {
            listening.cancel()
            typing?.cancel()
        }
        for try await input in inputs {
            switch input {
            case .event(let event): try await take(event)
            case .line(let line): try await take(line)
            }
            if isDone, endsAfterOne { return }
        }
    }

    private mutating func take(_ event: DeviceEvent) async throws {
        switch event {
        case .received(.alarm(let alarm, let plan)): try await carryOut(plan, for: alarm)
        case .received(.notice(let notice)):
            Terminal.say("\(clock.timeOfDay(clock.now))  \(notice.news)")
            isDone = true
        case .received(.unreadable(let reason)):
            Terminal.say(
                "\(Terminal.bell)ALARM that cannot be read (\(reason.asForeign)). Look at 'reveille alarm list'."
            )
        case .syncNeeded: try await synchronize()
        case .interrupted(let error): Terminal.remark("\(error.description.asForeign) Trying again…")
        }
    }

    private mutating func synchronize() async throws {
        let outcome: SyncOutcome
        do {
            outcome = try await device.sync()
        } catch DeviceError.transport(let error) {
            // The stream breaks as well, and reconnects with another sync.
            Terminal.remark("\(error.description.asForeign)")
            return
        }
        for id in outcome.disarm { takeOff(id) }
        for item in outcome.items { try await carryOut(item.plan, for: item.alarm) }
    }

    private mutating func carryOut(_ plan: AlarmPlan, for alarm: IncomingAlarm) async throws {
        for action in plan.actions {
            switch action {
            case .arm, .notify, .notifyLocally:
                Terminal.say("\(clock.timeOfDay(clock.now))  \(alarm.announcement(clock: clock))")
            case .ring(let again):
                if !ringing.contains(alarm.id) { ringing.append(alarm.id) }
                Terminal.say("\(Terminal.bell)\(clock.timeOfDay(clock.now))  \(alarm.call(again: again, clock: clock))")
            case .disarm where plan.actions.count > 1:
                ringing.removeAll { $0 == alarm.id }
                Terminal.say("\(clock.timeOfDay(clock.now))  Changed: alarm \(alarm.id).")
            case .disarm: takeOff(alarm.id)
            case .ignore: break
            }
        }
        // This device cannot schedule system alarms: the relay has to ring those that it is told to arm.
        for receipt in plan.receipts { try await report(receipt == .armed ? .received : receipt, of: alarm.id) }
        guard plan.rings else { return }
        if let answer = answering.always {
            try await give(answer, to: alarm.id)
        } else if answering.asks {
            Terminal.say("          \(RingAnswer.help)")
        }
    }

    private mutating func takeOff(_ id: AlarmID) {
        guard let place = ringing.firstIndex(of: id) else {
            Terminal.say("\(clock.timeOfDay(clock.now))  Taken back: alarm \(id).")
            return
        }
        ringing.remove(at: place)
        Terminal.say("\(clock.timeOfDay(clock.now))  Stopped: it was answered elsewhere or taken back.")
    }

    private mutating func take(_ line: String) async throws {
        guard line.contains(where: { !$0.isWhitespace }) else { return }
        guard let id = ringing.last else {
            Terminal.say("Nothing rings now.")
            return
        }
        guard let answer = answering.answer(typed: line) else {
            Terminal.say("That is no answer. Type \(RingAnswer.help).")
            return
        }
        try await give(answer, to: id)
    }

    private mutating func give(_ answer: RingAnswer, to id: AlarmID) async throws {
        switch answer {
        case .gotIt(let reply):
            guard try await report(.acknowledged, of: id, reply: reply) else { return }
            Terminal.say("          Got it.\(reply.map { " You replied “\($0.asForeign)”." } ?? "")")
        case .snooze(let span):
            let end = clock.now + span
            guard try await report(.snoozed, of: id, until: end) else { return }
            Terminal.say("          Snoozed until \(clock.timeOfDay(end)).")
        case .dismiss:
            guard try await report(.dismissed, of: id) else { return }
            Terminal.say("          Dismissed.")
        }
        ringing.removeAll { $0 == id }
        isDone = true
    }

    /// Sends a receipt; a refusal is only a remark, because one alarm must not keep the others from ringing.
    @discardableResult
    private func report(
        _ report: AlarmReceipt.Report,
        of id: AlarmID,
        until: Instant? = nil,
        reply: String? = nil
    ) async throws -> Bool {
        do {
            if case .kept = try await device.report(report, of: id, until: until, reply: reply) {
                Terminal.remark("The relay cannot be reached; it will be told as soon as it can.")
            }
            return true
        } catch DeviceError.profile(let error) {
            throw error
        } catch {
            Terminal.remark(CommandFailure(error)?.message ?? "\(error)")
            return false
        }
    }
}
