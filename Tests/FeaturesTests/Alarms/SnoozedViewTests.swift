import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("A snooze, and the last occurrence that has ended, in the views of an alarm")
struct SnoozedViewTests {
    private let fixture: EngineFixture
    private let couple: PairedDevices

    init() async throws {
        fixture = try EngineFixture()
        couple = try await fixture.couple()
    }

    private func listed(_ id: AlarmID, for device: Device) async throws -> AlarmView {
        let list = try await fixture.engine.read { try fixture.engine.list(for: device, in: $0) }
        return try #require(list.alarms.first { $0.id == id })
    }

    @Test("Sender and receiver see until when it is put off, and how often it was, until it rings again")
    func snoozed() async throws {
        let id = try await fixture.setAlarm(couple, in: .minutes(30))
        try await fixture.pass(.minutes(30))
        let end = fixture.now + .minutes(9)
        try await fixture.report(.snoozed, of: id, from: couple.ben, until: end)
        for device in [couple.ana, couple.ben] {
            let view = try await fixture.view(id, for: device)
            #expect((view.snoozedUntil, view.snoozes) == (end, 1))
            #expect(view.time == end - .minutes(9))
            let listed = try await listed(id, for: device)
            #expect((listed.snoozedUntil, listed.snoozes) == (end, nil))
        }
        try await fixture.pass(until: end)
        #expect(try await fixture.state(id) == .ringing)
        #expect(try await fixture.view(id, for: couple.ana).snoozedUntil == nil)
        #expect(try await fixture.view(id, for: couple.ana).snoozes == 1)
        try await fixture.report(.snoozed, of: id, from: couple.ben, until: end + .minutes(9))
        #expect(try await fixture.view(id, for: couple.ana).snoozes == 2)
        try await fixture.report(.acknowledged, of: id, from: couple.ben)
        #expect(try await fixture.view(id, for: couple.ana).snoozedUntil == nil)
    }

    @Test("A ring that is late because the relay was away is no snooze")
    func outage() async throws {
        let id = try await fixture.setAlarm(couple, in: .minutes(30))
        fixture.clock.advance(by: .minutes(35))
        try await fixture.catchUp()
        let view = try await fixture.view(id, for: couple.ana)
        #expect(view.isLate)
        #expect((view.snoozedUntil, view.snoozes) == (nil, 0))
        #expect(try await listed(id, for: couple.ben).snoozedUntil == nil)
        #expect(try await fixture.synchronise(couple.ben).alarms.map(\.snoozedUntil) == [nil])
    }

    @Test("An alarm that repeats and goes on says how its last occurrence ended, and which that was")
    func last() async throws {
        let due = fixture.now + .minutes(5)
        let request = try fixture.request(couple, at: AlarmTime(due), timeZone: "Etc/UTC", repeat: "FREQ=DAILY")
        try await fixture.accept(request, from: couple.ana)
        #expect(try await fixture.view(request.id, for: couple.ana).last == nil)
        try await fixture.pass(until: due + .seconds(20))
        try await fixture.report(.acknowledged, of: request.id, from: couple.ben)
        let answered = PastOccurrence(time: due, ending: .answered, at: due + .seconds(20))
        for device in [couple.ana, couple.ben] {
            let view = try await fixture.view(request.id, for: device)
            #expect(view.last == answered)
            #expect((view.ending, view.time) == (nil, due + .days(1)))
        }
        try await fixture.pass(until: due + .days(1) + .hours(2))
        let missed = try #require(try await fixture.view(request.id, for: couple.ana).last)
        #expect((missed.time, missed.ending) == (due + .days(1), .missed))
        #expect(try await listed(request.id, for: couple.ana).last == nil)
        try await fixture.cancel(request.id, by: couple.ana)
        let over = try await fixture.view(request.id, for: couple.ana)
        #expect((over.ending, over.last?.ending, over.last?.time) == (.cancelled, .cancelled, due + .days(2)))
        #expect(over.last?.at == fixture.now)
    }

    @Test("A reply that nobody gets is said to be lost; one whose answer is asked for again is not")
    func lostReply() async throws {
        let id = try await fixture.setAlarm(couple, in: .minutes(30))
        let tablet = try await fixture.addDevice(besides: couple.ben)
        try await fixture.pass(.minutes(30))
        let reply = SealedText.sample(bytes: 300)
        #expect(try await !fixture.report(.acknowledged, of: id, from: couple.ben, reply: reply).isReplyLost)
        #expect(try await !fixture.report(.acknowledged, of: id, from: couple.ben, reply: reply).isReplyLost)
        #expect(try await fixture.report(.acknowledged, of: id, from: tablet, reply: .sample(bytes: 301)).isReplyLost)
        #expect(try await !fixture.report(.acknowledged, of: id, from: tablet).isReplyLost)
        let cancelled = try await fixture.setAlarm(couple, in: .minutes(30))
        try await fixture.cancel(cancelled, by: couple.ana)
        #expect(try await fixture.report(.acknowledged, of: cancelled, from: couple.ben, reply: reply).isReplyLost)
    }
}
