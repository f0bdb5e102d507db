import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Receipts for a check-in's deadline")
struct CheckInReceiptTests {
    /// A person who was warned three hours ahead, and the alarm named by that warning.
    private func warned() async throws -> (person: CheckInFixture, alarm: AlarmID) {
        let person = try await CheckInFixture()
        try await person.contact()
        try await person.plan()
        try await person.checkIn()
        try await person.fixture.pass(.hours(21) + .minutes(1))
        return (person, try #require(person.fixture.channel.sent.last?.alarm?.id))
    }

    @Test(
        "To acknowledge a warning is to check in: the next cycle begins, and is watched",
        arguments: [AlarmReceipt.Report.acknowledged, .completed]
    )
    func acknowledged(report: AlarmReceipt.Report) async throws {
        let (person, alarm) = try await warned()
        let answer = try await person.report(report, of: alarm)
        #expect(answer.state == .acknowledged)
        #expect(try await person.report().due == person.fixture.now + .hours(24))
        #expect(try await person.report().history.count == 2)
        try await person.fixture.pass(.hours(24))
        #expect(try await person.letters().count == 1)
        #expect(try await person.report().state == .expired)
    }

    @Test("A repeated report is one check-in")
    func twice() async throws {
        let (person, alarm) = try await warned()
        try await person.report(.acknowledged, of: alarm)
        try await person.report(.acknowledged, of: alarm)
        #expect(try await person.report().history.count == 2)
    }

    @Test(
        "Dismissing the warning is no check-in",
        arguments: [AlarmReceipt.Report.dismissed, .received, .ringing]
    )
    func dismissed(report: AlarmReceipt.Report) async throws {
        let (person, alarm) = try await warned()
        let due = try await person.report().due
        try await person.report(report, of: alarm)
        #expect(try await person.report().due == due)
        try await person.fixture.pass(.hours(3))
        #expect(try await person.letters().count == 1)
    }

    @Test("To snooze the warning is to snooze the plan: by a day, once, and at most seven times")
    func snoozed() async throws {
        let (person, alarm) = try await warned()
        let due = try #require(try await person.report().due)
        #expect(try await person.report(.snoozed, of: alarm).snoozedUntil == due + .hours(24))
        try await person.report(.snoozed, of: alarm)
        #expect(try await person.report().due == due + .hours(24))
        for revision in 2...7 { try await person.report(.snoozed, of: alarm, revision: revision) }
        await #expect(throws: Problem.self) { try await person.report(.snoozed, of: alarm, revision: 8) }
        #expect(try await person.report().due == due + .days(7))
    }

    @Test("To acknowledge that the contacts were told is to check in, however late: they hear the all-clear")
    func late() async throws {
        let (person, alarm) = try await warned()
        try await person.fixture.pass(.days(20))
        try await person.report(.acknowledged, of: alarm)
        try await person.fixture.catchUp()
        #expect(try await person.letters(.allClear).count == 1)
        #expect(try await person.report().state == .normal)
    }

    @Test("The alarm of a check-in cannot be taken back beside its plan")
    func cancelled() async throws {
        let (person, alarm) = try await warned()
        let phone = person.phone
        let problem = await #expect(throws: Problem.self) {
            _ = try await person.fixture.engine.write { try $0.alarms.cancel(alarm, by: phone) }
        }
        #expect(problem?.kind == .conflict)
        try await person.fixture.pass(.hours(3))
        #expect(try await person.letters().count == 1)
    }

    @Test("A device cannot report for another person's check-in")
    func stranger() async throws {
        let (person, alarm) = try await warned()
        let stranger = try await person.fixture.register()
        let problem = await #expect(throws: Problem.self) {
            try await person.report(.acknowledged, of: alarm, from: stranger)
        }
        #expect(problem?.kind == .notFound)
    }
}

extension CheckInFixture {
    @discardableResult
    fileprivate func report(
        _ report: AlarmReceipt.Report,
        of alarm: AlarmID,
        revision: Int = 1,
        from device: Device? = nil
    ) async throws -> ReceiptAccepted {
        let receipt = Receipt(report: report, revision: revision, at: fixture.now)
        return try await fixture.ask { try $0.alarms.take(receipt, of: alarm, from: device ?? phone) }
    }
}
