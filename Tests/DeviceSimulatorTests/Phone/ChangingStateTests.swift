import AlarmCore
import AlarmWire
import DeviceKit
import DeviceSimulator
import Testing

@Suite("A phone whose condition changes", .serialized, .timeLimit(.minutes(10)))
struct ChangingStateTests {
    private static let alarmKit = Timeline.Ring(way: .alarmKit, isAudible: true)

    @Test("Offline, an armed alarm sounds and is answered; the relay hears of it when the app is opened")
    func offline() async throws {
        try await PhoneBench.run { bench in
            try await bench.push(.handoff)
            let before = bench.reports
            try await bench.phone.change { $0.isOnline = false }
            try await bench.wait(.minutes(10))
            #expect(bench.rings == [Self.alarmKit])
            #expect(bench.entries(.answer).count == 1)
            #expect(bench.reports == before)
            try await bench.phone.change { $0.isOnline = true }
            try await bench.wait(.minutes(1))
            #expect(bench.reports == before, "nothing of the app runs by itself")
            try await bench.phone.openApp()
            #expect(bench.reports == before + [.ringing, .acknowledged])
        }
    }

    @Test("Back on line it gets the newest push alone, and with it kept receipts go out")
    func newestPush() async throws {
        try await PhoneBench.run { bench in
            try await bench.push(.handoff)
            try await bench.phone.change { $0.isOnline = false }
            try await bench.wait(.minutes(10))
            #expect(try await bench.push(.handoff, of: .second, due: PhoneBench.start + .minutes(30)) == 200)
            #expect(try await bench.push(.ring) == 200)
            #expect(bench.entries(.arrival).count == 1)
            try await bench.phone.change { $0.isOnline = true }
            try await bench.keeper.waitUntilIdle()
            #expect(bench.entries(.arrival).map(\.stage) == ["handoff", "ring"])
            #expect(bench.rings == [Self.alarmKit], "what was answered here does not ring again")
            #expect(bench.reports.suffix(2) == [.ringing, .acknowledged])
        }
    }

    @Test("Off over the due time, no alarm sounds then or later; what the gateway kept rings before the first unlock")
    func powerOff() async throws {
        let habits = Habits(answer: .acknowledge(reply: nil), reaction: .seconds(10))
        try await PhoneBench.run(habits: habits) { bench in
            try await bench.push(.handoff)
            let before = bench.reports
            try await bench.phone.change { $0.isPoweredOn = false }
            try await bench.wait(.minutes(10))
            #expect(bench.rings.isEmpty)
            try await bench.push(.ring)
            try await bench.wait(.minutes(5))
            try await bench.phone.change { $0.isPoweredOn = true }
            try await bench.wait(.minutes(5))
            #expect(bench.noted("passed while the phone was off"))
            #expect(bench.rings == [Timeline.Ring(way: .timeSensitive, isAudible: true)])
            #expect(bench.entries(.answer).count == 1)
            #expect(bench.reports == before, "before the first unlock the app's keys cannot be read")
            try await bench.phone.change { $0.isLocked = false }
            #expect(bench.reports.last == .acknowledged)
        }
    }

    @Test("Restarted before the due time, its alarm sounds before the first unlock, and the answer is told after it")
    func restarted() async throws {
        try await PhoneBench.run { bench in
            try await bench.push(.handoff)
            let before = bench.reports
            try await bench.phone.restart()
            #expect(await !bench.phone.state.isUnlockedSinceBoot)
            try await bench.wait(.minutes(10))
            #expect(bench.rings == [Self.alarmKit])
            #expect(bench.reports == before)
            try await bench.phone.change { $0.isLocked = false }
            #expect(bench.reports == before + [.acknowledged])
        }
    }

    @Test("Turning it off stops what sounds, and what its user was about to do")
    func fallsSilent() async throws {
        let habits = Habits(answer: .acknowledge(reply: nil), reaction: .seconds(30))
        try await PhoneBench.run(habits: habits) { bench in
            try await bench.push(.handoff)
            try await bench.wait(.minutes(10))
            #expect(await bench.phone.ringingAlarms == [.first])
            try await bench.phone.change { $0.isPoweredOn = false }
            try await bench.wait(.minutes(5))
            #expect(await bench.phone.ringingAlarms.isEmpty)
            #expect(bench.entries(.answer).isEmpty)
        }
    }

    @Test("A removed app takes its alarms with it, and its token is dead: 410")
    func removed() async throws {
        try await PhoneBench.run { bench in
            try await bench.push(.handoff)
            let token = bench.phone.token
            try await bench.phone.change { $0.app = .removed }
            #expect(try await bench.push(.ring, token: token) == 410)
            try await bench.wait(.minutes(20))
            #expect(bench.rings.isEmpty)
            #expect(await bench.phone.armedAlarms.isEmpty)
            await #expect(throws: ContradictoryState.self) { try await bench.phone.openApp() }
        }
    }

    @Test("Installed again, the app has no keys and another token, and has to be paired anew")
    func reinstalled() async throws {
        try await PhoneBench.run { bench in
            let old = bench.phone.device
            let token = bench.phone.token
            try await bench.phone.change { $0.app = .removed }
            try await bench.phone.change { $0.app = .installed }
            #expect(bench.phone.device !== old)
            #expect(bench.phone.token != token)
            try await bench.phone.openApp()
            #expect(bench.noted("it has to be paired"))
            #expect(await !bench.phone.device.profile.isRegistered)
            try await bench.phone.device.register()
            #expect(try await bench.push(.handoff) == 200)
            #expect(bench.relay.tokens == [token, bench.phone.token])
            #expect(await bench.phone.armedAlarms.count == 1)
        }
    }

    @Test("A rotated token: the old one is dead at once, and the relay learns the other one when the app is opened")
    func rotated() async throws {
        try await PhoneBench.run { bench in
            let old = bench.phone.token
            try await bench.phone.rotateToken()
            #expect(try await bench.push(.handoff, token: old) == 410)
            try await bench.wait(.minutes(1))
            #expect(bench.relay.tokens == [old])
            try await bench.phone.openApp()
            #expect(bench.relay.tokens == [old, bench.phone.token])
            #expect(try await bench.push(.handoff) == 200)
            #expect(bench.entries(.arming).count == 1)
        }
    }

    @Test(
        "A clock that was wrong from the start is corrected: the alarm sounds at the right second",
        arguments: [-600, 600]
    )
    func corrected(seconds: Int64) async throws {
        try await PhoneBench.run(.with { $0.clockError = .seconds(seconds) }) { bench in
            try await bench.push(.handoff, due: PhoneBench.start + .hours(1))
            try await bench.wait(.minutes(59))
            #expect(bench.rings.isEmpty)
            try await bench.wait(.minutes(1))
            #expect(bench.entries(.ring).map(\.at) == [PhoneBench.start + .hours(1)])
        }
    }

    @Test("A clock that goes wrong after the alarm was armed takes the alarm with it", arguments: [-600, 600])
    func goesWrong(seconds: Int64) async throws {
        try await PhoneBench.run { bench in
            try await bench.push(.handoff, due: PhoneBench.start + .hours(1))
            try await bench.phone.change { $0.clockError = .seconds(seconds) }
            try await bench.wait(.hours(2))
            #expect(bench.entries(.ring).map(\.at) == [PhoneBench.start + .hours(1) + .seconds(-seconds)])
        }
    }

    @Test("In another zone an alarm sounds at the same instant, and the app knows the zone from its next run on")
    func travels() async throws {
        try await PhoneBench.run { bench in
            try await bench.push(.handoff)
            bench.relay.set([.pending(.first, due: PhoneBench.start + .minutes(10))])
            try await bench.phone.change { $0.timeZone = "Asia/Tokyo" }
            #expect(await bench.phone.device.profile.timeZone == "Europe/Berlin")
            try await bench.phone.openApp()
            #expect(await bench.phone.device.profile.timeZone == "Asia/Tokyo")
            #expect(bench.relay.changes.map(\.timeZone) == ["Asia/Tokyo"], "the relay hears of the journey, once")
            try await bench.wait(.minutes(10))
            #expect(bench.entries(.ring).map(\.at) == [PhoneBench.start + .minutes(10)])
        }
    }

    @Test("With its permission taken back, the system drops what was armed")
    func permissionTakenBack() async throws {
        try await PhoneBench.run { bench in
            try await bench.push(.handoff)
            try await bench.phone.change { $0.alarmKit = .refused }
            try await bench.wait(.minutes(20))
            #expect(bench.rings.isEmpty)
            try await bench.push(.handoff, of: .second, due: PhoneBench.start + .hours(1))
            #expect(bench.relay.receipts.filter { $0.report == .armed }.map(\.alarm) == [.first])
        }
    }

    @Test("A condition that contradicts itself is refused, and changes nothing")
    func contradictory() async throws {
        try await PhoneBench.run { bench in
            let before = await bench.phone.state
            await #expect(throws: ContradictoryState.self) {
                try await bench.phone.change { state in
                    state.isOnline = false
                    state.timeZone = "nowhere at all"
                }
            }
            #expect(await bench.phone.state == before)
            try await bench.push(.handoff)
            #expect(bench.entries(.arrival).count == 1)
        }
    }
}
