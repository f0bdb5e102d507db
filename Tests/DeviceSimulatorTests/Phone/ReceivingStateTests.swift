import AlarmCore
import AlarmWire
import DeviceSimulator
import Testing

@Suite("A phone that gets pushes", .serialized, .timeLimit(.minutes(10)))
struct ReceivingStateTests {
    private static let alarmKit = Timeline.Ring(way: .alarmKit, isAudible: true)
    private static let push = Timeline.Ring(way: .timeSensitive, isAudible: true)

    @Test("Locked, silent and in Focus, it arms by the extension and sounds by AlarmKit at its second")
    func armed() async throws {
        let state = PhoneState.with {
            $0.isSilent = true
            $0.focus = .strict
        }
        try await PhoneBench.run(state) { bench in
            try await bench.push(.handoff)
            #expect(bench.entries(.arrival).map(\.stage) == ["handoff"])
            #expect(bench.entries(.arming).map(\.state) == ["armed"])
            #expect(bench.reports.contains(.armed))
            #expect(await bench.phone.armedAlarms == [.first: PhoneBench.start + .minutes(10)])
            try await bench.wait(.minutes(9))
            #expect(bench.rings.isEmpty)
            try await bench.wait(.minutes(1))
            #expect(bench.rings == [Self.alarmKit])
            #expect(bench.entries(.ring).map(\.at) == [PhoneBench.start + .minutes(10)])
            #expect(bench.reports.suffix(2) == [.ringing, .acknowledged])
            #expect(await bench.phone.armedAlarms.isEmpty)
        }
    }

    @Test("A handoff makes no noise, and with the extension killed the app that it wakes arms all the same")
    func extensionKilled() async throws {
        try await PhoneBench.run(.with { $0.extensionWorks = false }) { bench in
            try await bench.push(.handoff, urgency: .critical)
            #expect(bench.noted("listed in silence, in general words"))
            #expect(bench.rings.isEmpty)
            #expect(bench.reports == [.armed])
            try await bench.wait(.minutes(10))
            #expect(bench.rings == [Self.alarmKit])
        }
    }

    @Test("An extension and an app that one handoff wakes arm it once")
    func bothWake() async throws {
        try await PhoneBench.run { bench in
            try await bench.push(.handoff)
            #expect(bench.entries(.arming).count == 1)
            #expect(bench.reports == [.armed])
        }
    }

    @Test("A handoff that sounds, as it must not, is heard by the phone's user before due, and fails every run")
    func noisy() async throws {
        try await PhoneBench.run { bench in
            let alarm = AlarmPush(
                stage: .ring,
                id: .first,
                revision: 1,
                time: PhoneBench.start + .minutes(10)
            )
            let loud = String(decoding: try PushPayload(alarm, urgency: .timeSensitive).bytes, as: UTF8.self)
            try await bench.push(raw: loud.replacing("\"stage\":\"ring\"", with: "\"stage\":\"handoff\""))
            #expect(bench.rings == [Self.push])
            #expect(bench.entries(.ring).map(\.stage) == ["handoff"])
            let record = RunRecord(
                name: "noisy",
                title: "Noisy",
                start: PhoneBench.start,
                end: bench.keeper.now,
                entries: bench.timeline.entries
            )
            let verdict = try #require(Judge(record).verdictOnNoise())
            #expect(!verdict.isMet)
            #expect(verdict.explanation.contains("SOUNDS: a handoff"))
        }
    }

    @Test("With its extension killed and the app force-quit it arms nothing and reports only its user's answer")
    func nothingRuns() async throws {
        let habits = Habits(answer: .acknowledge(reply: nil), reaction: .seconds(20))
        let state = PhoneState.with {
            $0.extensionWorks = false
            $0.app = .forceQuit
        }
        try await PhoneBench.run(state, habits: habits) { bench in
            try await bench.push(.handoff)
            #expect(bench.rings.isEmpty)
            #expect(await bench.phone.armedAlarms.isEmpty)
            try await bench.wait(.minutes(10))
            try await bench.push(.ring)
            #expect(bench.rings == [Self.push])
            #expect(bench.entries(.ring).allSatisfy { $0.text.contains("whose words nobody has opened") })
            #expect(bench.reports.isEmpty)
            try await bench.wait(.seconds(20))
            #expect(bench.reports.last == .acknowledged)
            #expect(bench.entries(.answer).map(\.state) == ["acknowledged"])
        }
    }

    @Test("With its extension killed or unable to, the app that a cancellation wakes takes the system alarm off")
    func cancelByTheApp() async throws {
        let changes: [@Sendable (inout PhoneState) -> Void] = [
            { $0.extensionWorks = false }, { $0.extensionMayArm = false },
        ]
        for change in changes {
            try await PhoneBench.run { bench in
                try await bench.push(.handoff)
                try await bench.phone.change(change)
                try await bench.push(.cancel)
                #expect(await bench.phone.armedAlarms.isEmpty)
                try await bench.wait(.minutes(10))
                #expect(bench.rings.isEmpty)
            }
        }
    }

    @Test("Where nothing wakes, a cancellation is only listed: what is armed rings all the same")
    func cancelUnheard() async throws {
        try await PhoneBench.run { bench in
            try await bench.push(.handoff)
            try await bench.phone.change {
                $0.extensionWorks = false
                $0.app = .forceQuit
            }
            try await bench.push(.cancel)
            try await bench.wait(.minutes(10))
            #expect(bench.rings == [Self.alarmKit])
        }
    }

    @Test("A cancellation takes the system alarm off, and stops one that sounds")
    func cancelled() async throws {
        try await PhoneBench.run(habits: Habits(answer: .ignore)) { bench in
            try await bench.push(.handoff)
            try await bench.push(.cancel)
            #expect(await bench.phone.armedAlarms.isEmpty)
            #expect(bench.entries(.disarming).count == 1)
            try await bench.push(.handoff, of: .second)
            try await bench.wait(.minutes(10))
            #expect(await bench.phone.ringingAlarms == [.second])
            try await bench.push(.cancel, of: .second)
            #expect(await bench.phone.ringingAlarms.isEmpty)
            #expect(bench.rings == [Self.alarmKit])
        }
    }

    @Test(
        "An alarm that the system refuses is rung by push, and never reported as armed",
        arguments: [
            PhoneState(alarmKit: .refused), PhoneState(alarmKit: .undetermined), PhoneState(alarmKit: .limited(0)),
            PhoneState(system: SystemVersion(18, 5)), PhoneState(system: SystemVersion(15)),
        ]
    )
    func notTaken(state: PhoneState) async throws {
        try await PhoneBench.run(state) { bench in
            try await bench.push(.handoff)
            #expect(!bench.reports.contains(.armed))
            #expect(bench.entries(.arming).isEmpty)
            try await bench.wait(.minutes(10))
            try await bench.push(.ring)
            #expect(bench.rings == [Self.push])
            #expect(bench.reports.suffix(2) == [.ringing, .acknowledged])
        }
    }

    @Test("At its limit the first alarm is armed and the second one is not")
    func limit() async throws {
        try await PhoneBench.run(PhoneState(alarmKit: .limited(1))) { bench in
            try await bench.push(.handoff)
            try await bench.push(.handoff, of: .second)
            #expect(bench.noted("the limit of 1 alarms is reached"))
            #expect(await Array(bench.phone.armedAlarms.keys) == [.first])
            #expect(bench.relay.receipts.filter { $0.report == .armed }.map(\.alarm) == [.first])
        }
    }

    @Test("Where the extension may not arm, the app does that the handoff wakes beside it")
    func armsBesideTheExtension() async throws {
        try await PhoneBench.run(.with { $0.extensionMayArm = false }) { bench in
            try await bench.push(.handoff)
            #expect(bench.reports == [.received, .armed])
            #expect(await bench.phone.keptNotifications.isEmpty)
            try await bench.wait(.minutes(10))
            #expect(bench.rings == [Self.alarmKit])
        }
    }

    @Test("Where the extension may not arm and no push wakes the app, the alarm is armed once the app is opened")
    func armsFromTheApp() async throws {
        let state = PhoneState.with {
            $0.extensionMayArm = false
            $0.app = .forceQuit
        }
        try await PhoneBench.run(state) { bench in
            try await bench.push(.handoff)
            #expect(!bench.reports.contains(.armed))
            bench.relay.set([.pending(.first, due: PhoneBench.start + .minutes(10))])
            try await bench.phone.openApp()
            #expect(bench.reports.contains(.armed))
            try await bench.wait(.minutes(10))
            #expect(bench.rings == [Self.alarmKit])
        }
    }

    @Test("Force-quit, it opens alerts as before, gets no background push, and its app does not hear its alarm")
    func forceQuit() async throws {
        let habits = Habits(answer: .acknowledge(reply: nil), reaction: .seconds(5))
        try await PhoneBench.run(.with { $0.app = .forceQuit }, habits: habits) { bench in
            try await bench.push(.handoff, of: .second, type: "background")
            #expect(await bench.phone.armedAlarms.isEmpty)
            try await bench.push(.handoff)
            #expect(bench.reports.contains(.armed))
            try await bench.wait(.minutes(10))
            #expect(bench.rings == [Self.alarmKit])
            #expect(!bench.reports.contains(.ringing))
            try await bench.wait(.seconds(5))
            #expect(bench.reports.last == .acknowledged)
        }
    }

    @Test("A background push arms in silence, and a ring among them calls by the app's own notification")
    func background() async throws {
        try await PhoneBench.run { bench in
            try await bench.push(.handoff, type: "background")
            #expect(bench.reports.contains(.armed))
            #expect(bench.rings.isEmpty)
            try await bench.push(.ring, of: .second, type: "background")
            #expect(bench.rings == [Self.push])
        }
    }

    @Test("In silent mode a ring vibrates, and a critical one sounds where it is entitled")
    func silent() async throws {
        let state = PhoneState.with {
            $0.isSilent = true
            $0.criticalAlerts = true
        }
        try await PhoneBench.run(state, habits: Habits(answer: .ignore)) { bench in
            try await bench.push(.ring)
            try await bench.push(.ring, urgency: .critical)
            #expect(bench.rings.map(\.isAudible) == [false, true])
            #expect(bench.rings.map(\.way) == [.timeSensitive, .critical])
        }
    }

    @Test("A push that cannot be read rings all the same")
    func unreadable() async throws {
        try await PhoneBench.run { bench in
            try await bench.push(raw: #"{"aps":{"alert":"x","sound":"default","mutable-content":1}}"#)
            #expect(bench.rings == [Timeline.Ring(way: .ordinary, isAudible: true)])
            #expect(bench.entries(.ring).allSatisfy { $0.alarm == nil })
        }
    }

    @Test("A notice for a sender shows its message, or the general text if nothing opens it")
    func notices() async throws {
        try await PhoneBench.run { bench in
            try await bench.push(PushStage(.noAnswer))
            try await bench.phone.change { $0.extensionWorks = false }
            try await bench.push(PushStage(.noAnswer))
            #expect(bench.entries(.notice).map(\.stage) == ["no-answer", "no-answer"])
            #expect(bench.entries(.notice).map { $0.text.contains("general words") } == [false, true])
            #expect(bench.rings.isEmpty)
        }
    }
}
