import AlarmCore
import AlarmWire
import DeviceKit
import DeviceSimulator
import Testing

@Suite("A phone that cannot arm keeps a local notification", .serialized, .timeLimit(.minutes(10)))
struct LocalNotificationTests {
    private static let due = PhoneBench.start + .minutes(10)
    private static let shown = due + AlarmPlanner.localDelay
    private static let timeSensitive = Timeline.Ring(way: .timeSensitive, isAudible: true)
    private static let iOS18 = PhoneState(system: SystemVersion(18, 5))

    @Test("Off line over the due time it rings all the same, and the answer is told when the network is back")
    func offline() async throws {
        try await PhoneBench.run(Self.iOS18) { bench in
            try await bench.push(.handoff)
            #expect(bench.reports == [.received])
            #expect(await bench.phone.keptNotifications == [.first: Self.shown])
            try await bench.phone.change { $0.isOnline = false }
            try await bench.wait(.minutes(20))
            #expect(bench.rings == [Self.timeSensitive])
            #expect(bench.entries(.ring).map(\.at) == [Self.shown])
            #expect(bench.entries(.answer).map(\.state) == ["acknowledged"])
            #expect(bench.reports == [.received])
            try await bench.phone.change { $0.isOnline = true }
            try await bench.phone.openApp()
            #expect(bench.reports.last == .acknowledged)
        }
    }

    @Test("With critical alerts it is heard through silent mode and Focus")
    func critical() async throws {
        var state = PhoneState(system: SystemVersion(18, 5), criticalAlerts: true)
        state.isSilent = true
        state.focus = .strict
        try await PhoneBench.run(state) { bench in
            try await bench.push(.handoff)
            try await bench.wait(.minutes(11))
            #expect(bench.rings == [Timeline.Ring(way: .critical, isAudible: true)])
        }
    }

    @Test("A ring that is pushed in time takes its place, so that it rings once")
    func pushed() async throws {
        try await PhoneBench.run(Self.iOS18, habits: Habits(answer: .ignore)) { bench in
            try await bench.push(.handoff)
            try await bench.wait(.minutes(10))
            try await bench.push(.ring)
            try await bench.wait(.minutes(1))
            #expect(bench.entries(.ring).map(\.at) == [Self.due])
        }
    }

    @Test("An alarm that was taken back shows none, and one that was moved shows it at its new time")
    func changed() async throws {
        try await PhoneBench.run(Self.iOS18, habits: Habits(answer: .ignore)) { bench in
            try await bench.push(.handoff)
            try await bench.push(.handoff, of: .second)
            try await bench.push(.cancel)
            let later = Self.due + .minutes(5)
            try await bench.push(.handoff, of: .second, due: later, revision: 2)
            #expect(await bench.phone.keptNotifications == [.second: later + AlarmPlanner.localDelay])
            try await bench.wait(.minutes(20))
            #expect(bench.entries(.ring).map(\.alarm) == [.second])
            #expect(bench.entries(.ring).map(\.at) == [later + AlarmPlanner.localDelay])
        }
    }

    @Test("Snoozed without a network it rings again at the end of the snooze")
    func snoozed() async throws {
        let habits = Habits(answer: .snooze(.minutes(5)))
        try await PhoneBench.run(Self.iOS18, habits: habits) { bench in
            try await bench.push(.handoff)
            try await bench.phone.change { $0.isOnline = false }
            try await bench.wait(.minutes(20))
            let again = Self.shown + .minutes(5) + AlarmPlanner.localDelay
            #expect(bench.entries(.ring).map(\.at) == [Self.shown, again])
            #expect(bench.entries(.answer).map(\.state) == ["snoozed", "acknowledged"])
        }
    }

    @Test(
        "Where AlarmKit refuses the alarm, or the extension may not arm and nothing wakes the app, it is kept instead",
        arguments: [
            PhoneState(alarmKit: .refused), PhoneState(alarmKit: .limited(0)),
            PhoneState.with {
                $0.extensionMayArm = false
                $0.app = .forceQuit
            },
        ]
    )
    func refused(state: PhoneState) async throws {
        try await PhoneBench.run(state) { bench in
            try await bench.push(.handoff)
            #expect(bench.reports == [.received])
            try await bench.phone.change { $0.isOnline = false }
            try await bench.wait(.minutes(11))
            #expect(bench.entries(.ring).map(\.at) == [Self.shown])
        }
    }

    @Test("Once the alarm is armed after all, no local notification is left")
    func armedAfterAll() async throws {
        let state = PhoneState.with {
            $0.extensionMayArm = false
            $0.isLowPower = true
        }
        try await PhoneBench.run(state, habits: Habits(answer: .ignore)) { bench in
            try await bench.push(.handoff)
            #expect(await bench.phone.keptNotifications.count == 1)
            try await bench.phone.change { $0.isLowPower = false }
            try await bench.push(.handoff)
            #expect(await bench.phone.keptNotifications.isEmpty)
            #expect(bench.reports == [.received, .armed])
            try await bench.wait(.minutes(11))
            #expect(bench.rings == [Timeline.Ring(way: .alarmKit, isAudible: true)])
        }
    }

    @Test("It shows nothing while the phone is off, before its first unlock, or without leave to show notifications")
    func nothing() async throws {
        let changes: [@Sendable (inout PhoneState) -> Void] = [
            { $0.isPoweredOn = false }, { $0.isUnlockedSinceBoot = false }, { $0.allowsNotifications = false },
        ]
        for change in changes {
            try await PhoneBench.run(Self.iOS18) { bench in
                try await bench.push(.handoff)
                try await bench.phone.change(change)
                try await bench.wait(.minutes(11))
                #expect(bench.rings.allSatisfy { !$0.isAudible })
                #expect(bench.entries(.answer).isEmpty)
            }
        }
    }
}
