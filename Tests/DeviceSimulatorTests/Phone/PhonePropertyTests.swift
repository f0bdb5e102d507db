import AlarmCore
import AlarmWire
import DeviceKit
import Testing

@testable import DeviceSimulator

@Suite("Random histories of any phone", .serialized, .timeLimit(.minutes(10)))
struct PhonePropertyTests {
    @Test("The rules agree with one another for any condition and any push")
    func rules() {
        var generator = SeededGenerator(seed: 0xF0E5)
        for _ in 0..<20_000 {
            var state = PhoneState()
            for _ in 0..<Int.random(in: 0...6, using: &generator) { state.vary(using: &generator) }
            guard state.contradiction == nil else { continue }
            let push = PushTraits(
                isBackground: .random(using: &generator),
                wakesApp: .random(using: &generator),
                level: PushTraits.Level.allCases.randomElement(using: &generator) ?? .active,
                hasAlert: .random(using: &generator),
                hasSound: .random(using: &generator),
                isMutable: .random(using: &generator)
            )
            let reception = PhoneRules.reception(of: push, by: state)
            let mayHear = state.isPoweredOn && state.isOnline && state.app != .removed && state.allowsNotifications
            if reception.effect > .none { #expect(mayHear, "\(state)") }
            if reception.reachesCode {
                #expect(state.isUnlockedSinceBoot && state.app != .removed && state.isPoweredOn, "\(state)")
            }
            if state.isSilent && reception.way != .critical { #expect(reception.effect < .sounds, "\(state)") }
            if state.focus == .strict && reception.way != .critical {
                #expect(reception.effect < .vibrates, "\(state)")
            }
            if reception.way == .critical { #expect(state.criticalAlerts, "\(state)") }
            if reception.runsApp { #expect(push.isBackground || push.wakesApp, "\(state)") }
            if push.isBackground { #expect(!reception.runsExtension, "\(state)") }
            if PhoneRules.systemAlarm(in: state) != nil {
                #expect(state.isPoweredOn && state.system.hasAlarmKit && state.app != .removed, "\(state)")
            }
        }
    }

    @Test(
        "Nothing rings on a phone that is off or has lost its app, and nothing is told that was not done",
        arguments: 1...12
    )
    func histories(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let answers: [Habits.Reaction] = [.acknowledge(reply: nil), .dismiss, .ignore, .snooze(.minutes(2))]
        let habits = Habits(
            answer: answers.randomElement(using: &generator) ?? .ignore,
            reaction: .seconds(Int64.random(in: 0...90, using: &generator)),
            hears: .allCases.randomElement(using: &generator) ?? .sound,
            sleepsThrough: Int.random(in: 0...2, using: &generator)
        )
        try await PhoneBench.run(habits: habits) { bench in
            var audit = PhoneAudit()
            for _ in 0..<40 {
                try await bench.happen(using: &generator)
                try await bench.keeper.waitUntilIdle()
                audit.check(bench.timeline.entries, await bench.phone.state)
            }
            // An armed alarm was registered with the system, and a reported one is known to have been armed.
            let armed = Set(bench.entries(.arming).compactMap(\.alarm))
            let told = Set(bench.relay.receipts.filter { $0.report == .armed }.map(\.alarm))
            #expect(told.isSubset(of: armed))
            let answered = Set(bench.entries(.answer).compactMap(\.alarm))
            let reported = Set(
                bench.relay.receipts.filter { $0.report == .acknowledged || $0.report == .dismissed }.map(\.alarm)
            )
            #expect(reported.isSubset(of: answered))
        }
    }
}

/// Checks each ring against the condition that the timeline's own changes describe.
private struct PhoneAudit {
    private var checked = 0
    private var isOn = true
    private var hasApp = true

    mutating func check(_ entries: [Timeline.Entry], _ state: PhoneState) {
        for entry in entries.dropFirst(checked) {
            switch entry.text {
            case "is turned off": isOn = false
            case "is turned on": isOn = true
            case "loses the app": hasApp = false
            case "gets the app again, as if for the first time": hasApp = true
            default: break
            }
            if let ring = entry.ring, ring.isAudible { #expect(isOn && hasApp, "\(entry.text)") }
            if entry.kind == .arming || entry.kind == .answer { #expect(isOn && hasApp, "\(entry.text)") }
        }
        checked = entries.count
        #expect(isOn == state.isPoweredOn)
        #expect(hasApp == (state.app != .removed))
    }
}

extension PhoneBench {
    /// Lets one random event happen to the phone, its user or its alarms.
    fileprivate func happen(using generator: inout SeededGenerator) async throws {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0...2: try await pushSomething(using: &generator)
        case 3...5:
            var next = await phone.state
            next.vary(using: &generator)
            guard next.contradiction == nil else { return }
            let wanted = next
            try await phone.change { $0 = wanted }
            if await !phone.device.profile.isRegistered, phone.isReachable { _ = try? await phone.device.register() }
        case 6: await phone.look()
        case 7: try? await phone.openApp()
        case 8:
            if Bool.random(using: &generator) { try await phone.rotateToken() } else { try await phone.restart() }
        default: try await wait(.seconds(Int64.random(in: 1...400, using: &generator)))
        }
    }

    private func pushSomething(using generator: inout SeededGenerator) async throws {
        let stages: [PushStage] = [.handoff, .handoff, .ring, .ring, .cancel, PushStage(.noAnswer)]
        try await push(
            stages.randomElement(using: &generator) ?? .ring,
            of: AlarmID(high: 0, low: UInt64.random(in: 1...4, using: &generator)),
            due: Self.start + .seconds(Int64.random(in: 0...7200, using: &generator)),
            revision: Int.random(in: 1...3, using: &generator),
            urgency: Urgency.allCases.randomElement(using: &generator) ?? .active,
            type: Int.random(in: 0..<5, using: &generator) == 0 ? "background" : "alert"
        )
    }
}

extension VirtualPhone {
    /// Whether requests get through.
    fileprivate nonisolated var isReachable: Bool { radio.isUp }
}

extension PhoneState {
    /// Changes one condition at random, possibly to an impossible state.
    fileprivate mutating func vary(using generator: inout SeededGenerator) {
        switch Int.random(in: 0..<14, using: &generator) {
        case 0: isOnline.toggle()
        case 1: isPoweredOn.toggle()
        case 2: isLocked.toggle()
        case 3: isSilent.toggle()
        case 4: focus = Focus.allCases.randomElement(using: &generator) ?? .off
        case 5: app = App.allCases.randomElement(using: &generator) ?? .installed
        case 6: extensionWorks.toggle()
        case 7: extensionMayArm.toggle()
        case 8: criticalAlerts.toggle()
        case 9: allowsNotifications.toggle()
        case 10: clockError = .seconds(Int64.random(in: -900...900, using: &generator))
        case 11:
            alarmKit = [.allowed, .limited(1), .refused, .undetermined].randomElement(using: &generator) ?? .allowed
        case 12: isLowPower.toggle()
        default:
            let major = [15, 18, 26].randomElement(using: &generator) ?? 26
            self.system = SystemVersion(major)
            if !system.hasAlarmKit { alarmKit = .undetermined }
        }
    }
}
