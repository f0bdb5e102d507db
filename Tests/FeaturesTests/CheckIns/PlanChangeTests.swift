import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import Storage
import Testing

@Suite("A check-in plan changed at a bad moment")
struct PlanChangeTests {
    @Test(
        "Who was reminded gently and asks for the standard kind is warned, and then the contacts are told",
        arguments: [nil, Span.hours(24), .hours(12)] as [Span?]
    )
    func reminded(threshold: Span?) async throws {
        let person = try await CheckInScene()
        try await person.contact()
        try await person.plan(.gentle)
        try await person.checkIn()
        try await person.scene.pass(.hours(30))
        let report = try await person.plan(.standard, threshold: threshold)
        #expect(report.state == .warning)
        #expect(report.contactsDue == person.scene.now + .minutes(15))
        try await person.scene.catchUp()
        #expect(person.scene.channel.stages == [.checkInReminder, .cancel, .checkInDue])
        try await person.scene.pass(.minutes(14))
        #expect(try await person.letters().isEmpty)
        try await person.scene.pass(.minutes(1))
        #expect(try await person.letters().count == 1)
    }

    @Test("Contacts are told times in the zone of the plan, else of the last check-in, else of the device")
    func zone() async throws {
        let person = try await CheckInScene()
        #expect(try await person.plan().settings.timeZone == person.phone.timeZone)
        try await person.checkIn()
        #expect(try await person.plan().settings.timeZone == "Europe/Berlin")
        try await person.contact()
        #expect(try await person.plan(timeZone: "Asia/Taipei").settings.timeZone == "Asia/Taipei")
        try await person.scene.pass(.hours(24))
        let letter = try #require(person.post.mails.last)
        #expect(letter.text.contains("4:00 PM"), "eight in the morning of UTC: \(letter.text)")
        try await person.checkIn()
        #expect(try await person.plan().settings.timeZone == "Europe/Berlin")
        await #expect(throws: Problem.self) { try await person.plan(timeZone: "Mars/Olympus") }
    }

    @Test("A letter that waits to be sent again is sent, whichever kind is asked for meanwhile")
    func waiting() async throws {
        let person = try await CheckInScene()
        try await person.contact()
        try await person.plan()
        try await person.checkIn()
        person.post.answer(.retry(after: .minutes(10), reason: "busy", indeterminate: false))
        try await person.scene.pass(.hours(24))
        #expect(try await person.plan(.gentle).state == .escalated)
        try await person.scene.pass(.minutes(10))
        #expect(try await person.letters().map(\.state) == [.accepted])
        #expect(try await person.letters(.allClear).isEmpty)
        try await person.checkIn()
        try await person.scene.pass(.minutes(1))
        #expect(try await person.letters(.allClear).count == 1)
        #expect(try await person.report().state == .checkedIn)
    }

    @Test("What an absence gave is not lost by a change of the kind")
    func credited() async throws {
        let person = try await CheckInScene()
        try await person.contact()
        try await person.plan()
        try await person.checkIn()
        try await person.scene.pass(.hours(20))
        try await person.beAway(for: .hours(5))
        let due = try #require(try await person.report().due)
        #expect(due > person.scene.now)
        let report = try await person.plan(.gentle)
        #expect(report.contactsDue.map { $0 >= due + .hours(24) || $0 >= person.scene.now + .hours(24) } ?? false)
        try await person.scene.pass(.hours(26))
        #expect(try await person.letters().count == 1)
    }

    @Test("Between the reminder and the contacts of the gentle kind an absence is given back")
    func gentleCredit() async throws {
        let person = try await CheckInScene()
        try await person.contact()
        try await person.plan(.gentle)
        try await person.checkIn()
        try await person.scene.pass(.hours(47))
        try await person.beAway(for: .hours(8))
        #expect(try await person.letters().isEmpty)
        #expect(try await person.report().contactsDue == person.scene.now + .hours(1))
        #expect(try await person.report().state == .due)
        try await person.scene.pass(.hours(1))
        #expect(try await person.letters().count == 1)
        #expect(person.scene.channel.stages == [.checkInReminder, .contactsTold], "reminded once")
    }

    @Test("A clock that was ahead once holds up no check-in, and leaves no time to come in the history")
    func clockAhead() async throws {
        let person = try await CheckInScene()
        try await person.contact()
        try await person.plan()
        let real = person.scene.now
        person.scene.clock.set(to: real + .days(300))
        try await person.checkIn(at: try Place(latitude: 1, longitude: 1))
        person.scene.clock.set(to: real + .minutes(1))
        try await person.checkIn()
        let report = try await person.report()
        #expect(report.due == person.scene.now + .hours(24))
        #expect(report.history.allSatisfy { $0.at <= person.scene.now })
        try await person.scene.pass(.hours(24))
        #expect(try await person.letters().count == 1)
    }
}

extension CheckInScene {
    /// The relay is away for so long, and comes back.
    fileprivate func beAway(for span: Span) async throws {
        let from = scene.now
        let until = from + span
        scene.clock.set(to: until)
        try await scene.engine.write { work in
            try work.transaction.insert(BlindInterval(from: from, until: until, cause: .ended))
        }
        try await scene.catchUp()
    }
}
