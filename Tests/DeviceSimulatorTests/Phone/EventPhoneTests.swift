import AlarmCore
import AlarmWire
import DeviceKit
import Testing

@testable import DeviceSimulator

@Suite("A phone that listens on the relay's event stream", .timeLimit(.minutes(10)))
struct EventPhoneTests {
    private static let due = Instant(seconds: 1_767_268_800)

    /// Runs `body` with a phone whose time stands still, a minute before an alarm is due.
    private static func with(
        _ state: PhoneState,
        answering answer: Habits.Reaction = .ignore,
        _ body: (VirtualPhone, FakeRelay, Timeline) async throws -> Void
    ) async throws {
        let now = due - .minutes(1)
        let relay = FakeRelay(now: { now })
        let timeline = Timeline(now: { now })
        let profile = try Profile.new(relay: "https://relay.example.org", displayName: "Ben")
        let phone = try VirtualPhone(
            name: "Ben",
            profile: profile,
            store: InMemoryProfileStore(profile),
            transport: relay,
            state: state,
            habits: Habits(answer: answer),
            timeline: timeline,
            // Nothing comes due by itself.
            clock: PhoneClock(now: { now }, sleep: { _ in try await Task.sleep(for: .seconds(3600)) })
        )
        try await phone.device.register()
        await phone.turnOn()
        do {
            try await body(phone, relay, timeline)
            await phone.turnOff()
        } catch {
            await phone.turnOff()
            throw error
        }
    }

    private static func push(_ stage: PushStage) -> AlarmPush {
        AlarmPush(stage: stage, id: .first, revision: 1, time: due)
    }

    @Test("Below iOS 26 it keeps a local notification for a handoff, and says that it has come")
    func handoff() async throws {
        try await Self.with(PhoneState(system: SystemVersion(18, 5))) { phone, relay, timeline in
            relay.push(Self.push(.handoff))
            _ = await timeline.first { $0.text.hasPrefix("keeps a local notification") }
            #expect(await phone.keptNotifications == [.first: Self.due + .seconds(10)])
            #expect(await phone.armedAlarms.isEmpty)
        }
    }

    @Test("From iOS 26 on it arms a system alarm for a handoff")
    func armed() async throws {
        try await Self.with(PhoneState()) { phone, relay, timeline in
            relay.push(Self.push(.handoff))
            let armed = await timeline.first { $0.kind == .arming }
            #expect(armed?.text.contains("system alarm") == true, "\(armed?.text ?? "nothing")")
            #expect(await phone.keptNotifications.isEmpty)
        }
    }

    @Test("The third ring of an alarm is critical where the phone allows that, as the built-in policy has it")
    func critical() async throws {
        let state = PhoneState.with(system: SystemVersion(18, 5)) { state in
            state.criticalAlerts = true
            state.isSilent = true
        }
        try await Self.with(state) { _, relay, timeline in
            for _ in 1...3 { relay.push(Self.push(.ring)) }
            var rings: [Timeline.Ring] = []
            for await entry in timeline.watch() {
                guard let ring = entry.ring else { continue }
                rings.append(ring)
                if rings.count == 3 { break }
            }
            #expect(
                rings == [
                    Timeline.Ring(way: .timeSensitive, isAudible: false),
                    Timeline.Ring(way: .timeSensitive, isAudible: false),
                    Timeline.Ring(way: .critical, isAudible: true),
                ]
            )
        }
    }

    @Test("A user who notices a ring answers it, and the relay is told")
    func answered() async throws {
        let state = PhoneState(system: SystemVersion(18, 5))
        try await Self.with(state, answering: .acknowledge(reply: nil)) { _, relay, timeline in
            relay.push(Self.push(.ring))
            _ = await timeline.first { $0.kind == .answer }
            while relay.receipts.count < 2 {
                try Task.checkCancellation()
                await Task.yield()
            }
            #expect(relay.receipts.map(\.report) == [.ringing, .acknowledged])
        }
    }

    @Test("A browser cannot listen in the place of a phone")
    func browser() async throws {
        let state = PhoneState.with { state in
            state.browser = .computer
            state.alarmKit = .undetermined
        }
        await #expect(throws: ContradictoryState.self) {
            try await Self.with(state) { _, _, _ in }
        }
    }
}
