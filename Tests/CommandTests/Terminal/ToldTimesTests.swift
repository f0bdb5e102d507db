import AlarmCore
import AlarmWire
import Engine
import Testing

@testable import DeviceKit
@testable import reveille

@Suite("What a listener says of an alarm that repeats, as its times pass")
struct ToldTimesTests {
    private let clock = LocalClock(zones: ZoneDirectory(), zoneName: "Europe/Berlin")
    private let tuesday: Instant

    init() throws {
        tuesday = try Instant(iso8601: "2026-11-24T16:00:00Z")
    }

    private func alarm(at time: Instant, _ rule: String? = "FREQ=DAILY") throws -> IncomingAlarm {
        IncomingAlarm(
            stage: PushStage(.handoff),
            id: AlarmID(high: 7, low: 7),
            revision: 2,
            time: time,
            rule: try rule.map { try RecurrenceRule($0) },
            sound: "default",
            words: .verified("Tea"),
            pair: PairID(high: 1, low: 1),
            partnerName: "Ana",
            isLate: false
        )
    }

    @Test("Its next time after one that has rung is not said to be set by anybody, and is said once")
    func renewed() throws {
        var told = ToldTimes()
        let (first, next) = (try alarm(at: tuesday), try alarm(at: tuesday + .days(1)))
        let said = told.announcement(of: first, at: tuesday - .hours(1))
        #expect(said == .set)
        told.note(first.time, of: first.id)
        let renewed = told.announcement(of: next, at: tuesday + .minutes(1))
        #expect(renewed == .next)
        let line = next.announcement(clock: clock, as: .next)
        #expect(line == "Next: “Tea” from Ana, Wed 2026-11-25 17:00 CET, every day")
        #expect(ListenerEvent.announced(next, as: .next).name == .next)
    }

    @Test("A next time that the line about the former one has named is not said again")
    func named() throws {
        var told = ToldTimes()
        let next = try alarm(at: tuesday + .days(1))
        told.note(tuesday, of: next.id)
        told.noteNext(next.time, of: next.id)
        let said = told.announcement(of: next, at: tuesday + .minutes(1))
        #expect(said == nil)
    }

    @Test("A change of its time is told in one line, with the new time, and by one event")
    func changed() throws {
        let moved = try alarm(at: tuesday, nil)
        let line = moved.announcement(clock: clock, as: .changed)
        #expect(line == "Changed: “Tea” from Ana, Tue 2026-11-24 17:00 CET")
        #expect(ListenerEvent.announced(moved, as: .changed).name == .changed)
        #expect(AlarmPlan(actions: [.disarm, .notify]).announces)
        #expect(!AlarmPlan(actions: [.disarm, .ring(again: false)]).announces)
    }

    @Test("One that its sender moves before it rings, or sets for once, is said to be set")
    func set() throws {
        var told = ToldTimes()
        let moved = try alarm(at: tuesday + .hours(1))
        told.note(tuesday, of: moved.id)
        let early = told.announcement(of: moved, at: tuesday - .hours(1))
        #expect(early == .set)
        told.note(tuesday, of: moved.id)
        let once = told.announcement(of: try alarm(at: tuesday + .hours(1), nil), at: tuesday + .minutes(1))
        #expect(once == .set)
    }
}
