import AlarmCore
import AlarmWire
import DeviceKit
import DeviceSimulator
import Testing

@Suite("The user of a phone", .serialized, .timeLimit(.minutes(10)))
struct PhoneUserTests {
    private static let silent = PhoneState.with { $0.isSilent = true }

    @Test("They react to a ring after their time, not before it")
    func reaction() async throws {
        let habits = Habits(answer: .dismiss, reaction: .seconds(30))
        try await PhoneBench.run(habits: habits) { bench in
            try await bench.push(.ring)
            try await bench.wait(.seconds(29))
            #expect(bench.entries(.answer).isEmpty)
            try await bench.wait(.seconds(1))
            #expect(bench.entries(.answer).map(\.state) == ["dismissed"])
            #expect(bench.relay.receipts.last?.at == PhoneBench.start + .seconds(30))
        }
    }

    @Test("A user who wakes only by sound misses vibrations until they look", arguments: Habits.Hearing.allCases)
    func hearing(hears: Habits.Hearing) async throws {
        let habits = Habits(answer: .acknowledge(reply: nil), hears: hears)
        try await PhoneBench.run(Self.silent, habits: habits) { bench in
            try await bench.push(.ring)
            #expect(bench.entries(.answer).count == (hears == .vibration ? 1 : 0))
            await bench.phone.look()
            #expect(bench.entries(.answer).count == 1)
            #expect(bench.reports.last == .acknowledged)
        }
    }

    @Test("A notification held back by Focus goes unnoticed, and stays for a user who looks")
    func focus() async throws {
        try await PhoneBench.run(.with { $0.focus = .strict }) { bench in
            try await bench.push(.ring)
            #expect(bench.rings.map(\.isAudible) == [false])
            #expect(bench.entries(.answer).isEmpty)
            await bench.phone.look()
            #expect(bench.entries(.answer).count == 1)
        }
    }

    @Test("Notifications that are refused leave nothing to look at")
    func refused() async throws {
        try await PhoneBench.run(.with { $0.allowsNotifications = false }) { bench in
            try await bench.push(.ring)
            await bench.phone.look()
            #expect(bench.noted("nothing is there"))
            #expect(bench.entries(.answer).isEmpty)
        }
    }

    @Test("They sleep through as many rings as they do")
    func sleeper() async throws {
        let habits = Habits(answer: .acknowledge(reply: nil), sleepsThrough: 2)
        try await PhoneBench.run(habits: habits) { bench in
            for _ in 1...3 {
                #expect(bench.entries(.answer).isEmpty)
                try await bench.push(.ring)
                try await bench.wait(.minutes(1))
            }
            #expect(bench.entries(.answer).count == 1)
            #expect(bench.rings.count == 3)
        }
    }

    @Test("A snoozed system alarm sounds again by itself, and is answered then")
    func snooze() async throws {
        try await PhoneBench.run(habits: Habits(answer: .snooze(.minutes(9)))) { bench in
            try await bench.push(.handoff)
            try await bench.wait(.minutes(10))
            #expect(bench.reports.last == .snoozed)
            try await bench.wait(.minutes(9))
            #expect(
                bench.entries(.ring).map(\.at) == [PhoneBench.start + .minutes(10), PhoneBench.start + .minutes(19)]
            )
            #expect(bench.reports.last == .acknowledged)
        }
    }

    @Test("An alarm that is taken back before they react is not answered")
    func takenBack() async throws {
        let habits = Habits(answer: .acknowledge(reply: nil), reaction: .seconds(30))
        try await PhoneBench.run(habits: habits) { bench in
            try await bench.push(.ring)
            try await bench.wait(.seconds(15))
            try await bench.push(.cancel)
            try await bench.wait(.minutes(1))
            #expect(bench.entries(.answer).isEmpty)
        }
    }

    @Test("A look may be answered in another way than habits say, and only where something is there")
    func look() async throws {
        try await PhoneBench.run(habits: Habits(answer: .ignore)) { bench in
            await bench.phone.look()
            #expect(bench.noted("nothing is there"))
            try await bench.push(.ring)
            await bench.phone.look()
            #expect(bench.entries(.answer).isEmpty)
            await bench.phone.look(answering: .dismiss)
            #expect(bench.entries(.answer).map(\.state) == ["dismissed"])
            #expect(await bench.phone.ringingAlarms.isEmpty)
        }
    }

    @Test("Opening the app without a network changes nothing, and says so")
    func openOffline() async throws {
        try await PhoneBench.run(.with { $0.isOnline = false }, isRegistered: false) { bench in
            try await bench.phone.change { $0.isOnline = true }
            try await bench.phone.device.register()
            try await bench.phone.change { $0.isOnline = false }
            try await bench.phone.openApp()
            #expect(bench.noted("the app cannot reach the relay"))
            #expect(bench.relay.syncs == 0)
            #expect(await !bench.phone.state.isLocked)
        }
    }
}
