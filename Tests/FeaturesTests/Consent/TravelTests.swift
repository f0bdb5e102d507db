import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Hours, by the clocks of a receiver who travels")
struct TravelTests {
    private let fixture: EngineFixture
    private let couple: PairedDevices
    private static let away = "America/New_York"

    init() async throws {
        fixture = try EngineFixture()
        couple = try await fixture.couple()
    }

    /// An alarm of Ana's for 15:00 in Berlin, 09:00 in New York, that Ben's phone has armed within the hours that Ben
    /// gives her, from 13:00 to 17:00.
    private func armed(repeat rule: String? = "FREQ=DAILY") async throws -> AlarmID {
        let hours = Consent.Hours(
            from: try #require(LocalTime(hour: 13, minute: 0)),
            until: try #require(LocalTime(hour: 17, minute: 0))
        )
        let (pair, ben) = (couple.pair, couple.ben)
        let _: ConsentMessage = try await fixture.ask {
            try $0.consents.set(for: pair, to: ConsentMessage(Consent(hours: hours)), by: ben)
        }
        let request = try fixture.request(
            couple,
            at: AlarmTime(fixture.now + .hours(6)),
            timeZone: rule == nil ? nil : "UTC",
            repeat: rule
        )
        try await fixture.accept(request, from: couple.ana)
        try await fixture.catchUp()
        #expect(fixture.channel.stages == [.handoff])
        try await fixture.report(.armed, of: request.id, from: ben)
        fixture.channel.forget()
        return request.id
    }

    private func move(_ device: Device, to zone: String) async throws {
        let _: DeviceView = try await fixture.ask { tx in
            try tx.devices.change(DeviceChange(timeZone: zone), of: tx.present(device))
        }
    }

    /// Another phone of Ben's, registered later than the first one.
    private func linkPhone(in zone: String) async throws -> Device {
        try await fixture.pass(.minutes(1))
        var request = fixture.registration()
        request.timeZone = zone
        return try await fixture.link(try await fixture.register(request), to: couple.ben)
    }

    private func isRefused(_ id: AlarmID) async throws -> Bool {
        try await fixture.view(id, for: couple.ana).isRefused
    }

    @Test("Phones give up what is outside the hours by their new clocks at once, and arm it again on the way back")
    func moved() async throws {
        let id = try await armed()
        try await move(couple.ben, to: Self.away)
        try await fixture.catchUp()
        #expect(fixture.channel.stages == [.cancel])
        #expect(try await fixture.synchronise(couple.ben).alarms == [])
        #expect(try await isRefused(id))
        fixture.channel.forget()
        try await move(couple.ben, to: "Europe/Vienna")
        try await fixture.catchUp()
        #expect(fixture.channel.stages == [.handoff])
        #expect(try await fixture.synchronise(couple.ben).alarms.map(\.id) == [id])
        #expect(try await !isRefused(id))
        try await fixture.pass(.hours(6))
        #expect(fixture.channel.stages.contains(.ring))
    }

    @Test("A phone is said to have armed what it holds, since when it holds it")
    func armedSince() async throws {
        let id = try await armed()
        func since() async throws -> Instant? {
            try await fixture.view(id, for: couple.ana).deliveries.first?.armed
        }
        #expect(try await since() == fixture.now)
        try await fixture.pass(.minutes(1))
        try await move(couple.ben, to: Self.away)
        #expect(try await since() == nil)
        try await move(couple.ben, to: "Europe/Berlin")
        #expect(try await since() == nil)
        try await fixture.pass(.minutes(1))
        try await fixture.report(.armed, of: id, from: couple.ben)
        let armed = fixture.now
        #expect(try await since() == armed)
        try await fixture.pass(.hours(6))
        #expect(try await since() == armed)
    }

    @Test("What recurs is armed on no phone as long as its receiver is away, and rings after that")
    func away() async throws {
        let id = try await armed()
        try await move(couple.ben, to: Self.away)
        try await fixture.pass(.hours(30))
        #expect(!fixture.channel.stages.contains(.handoff) && !fixture.channel.stages.contains(.ring))
        fixture.channel.forget()
        try await move(couple.ben, to: "Europe/Berlin")
        try await fixture.catchUp()
        #expect(fixture.channel.stages == [.handoff])
        #expect(try await fixture.state(id) == .scheduled)
    }

    @Test("A single alarm waits for its time: who is back by then is rung, and who is not has declined it")
    func single() async throws {
        let id = try await armed(repeat: nil)
        for _ in 1...2 {
            try await fixture.pass(.minutes(1))
            fixture.channel.forget()
            try await move(couple.ben, to: Self.away)
            try await fixture.catchUp()
            #expect(fixture.channel.stages == [.cancel])
            #expect(try await fixture.state(id) == .scheduled)
            fixture.channel.forget()
            try await move(couple.ben, to: "Europe/Berlin")
            try await fixture.catchUp()
            #expect(fixture.channel.stages == [.handoff])
            try await fixture.report(.armed, of: id, from: couple.ben)
        }
        try await move(couple.ben, to: Self.away)
        fixture.channel.forget()
        try await fixture.pass(.hours(6))
        #expect(!fixture.channel.stages.contains(.ring))
        #expect(try await fixture.view(id, for: couple.ana).ending == .declined)
    }

    @Test(
        "What was put off does not ring again outside the hours by new clocks, and its sender has it declined",
        arguments: [nil, "FREQ=DAILY"]
    )
    func putOff(rule: String?) async throws {
        let id = try await armed(repeat: rule)
        let due = fixture.now + .hours(6)
        try await fixture.pass(until: due)
        try await fixture.report(.snoozed, of: id, from: couple.ben, until: due + .minutes(9))
        fixture.channel.forget()
        try await move(couple.ben, to: Self.away)
        try await fixture.catchUp()
        #expect(Set(fixture.channel.stages) == [.cancel, .declined])
        #expect(try await fixture.synchronise(couple.ben).alarms == [])
        for device in [couple.ana, couple.ben] {
            let view = try await fixture.view(id, for: device)
            #expect(view.snoozedUntil == nil)
            #expect(view.last?.ending == .declined && view.last?.time == due)
            #expect(view.state == (rule == nil ? .cancelled : .scheduled))
        }
        fixture.channel.forget()
        try await fixture.pass(.hours(1))
        #expect(!fixture.channel.stages.contains(.ring))
    }

    @Test(
        "What rings for a time outside the hours by new clocks falls silent at once, and its sender has it declined",
        arguments: [nil, "FREQ=DAILY"]
    )
    func ringing(rule: String?) async throws {
        let id = try await armed(repeat: rule)
        let due = fixture.now + .hours(6)
        try await fixture.pass(until: due + .minutes(3))
        #expect(try await fixture.state(id) == .ringing)
        fixture.channel.forget()
        try await move(couple.ben, to: Self.away)
        try await fixture.catchUp()
        #expect(Set(fixture.channel.stages) == [.cancel, .declined])
        #expect(try await fixture.synchronise(couple.ben).alarms == [])
        for device in [couple.ana, couple.ben] {
            let view = try await fixture.view(id, for: device)
            #expect(view.last?.ending == .declined && view.last?.time == due)
            #expect(view.state == (rule == nil ? .cancelled : .scheduled))
        }
        fixture.channel.forget()
        try await fixture.pass(.hours(1))
        #expect(!fixture.channel.stages.contains(.ring))
    }

    @Test("What its receiver put off to a time outside the hours rings then, also after a journey")
    func askedFor() async throws {
        let id = try await armed(repeat: nil)
        let due = fixture.now + .hours(6)
        try await fixture.pass(until: due)
        let end = due + .hours(3)
        try await fixture.report(.snoozed, of: id, from: couple.ben, until: end)
        try await move(couple.ben, to: "Europe/Vienna")
        #expect(try await fixture.state(id) == .snoozed)
        fixture.channel.forget()
        // The phone rings by itself at the end, and is pushed when it does not say so.
        try await fixture.pass(until: end + .minutes(5))
        #expect(fixture.channel.stages.contains(.ring))
    }

    @Test("A check-in that says where the phone is counts like a change of the device")
    func checkIn() async throws {
        let id = try await armed()
        let (ben, request) = (couple.ben, CheckInRequest(timeZone: Self.away))
        let _: CheckInReport = try await fixture.ask { try $0.checkIns.checkIn(request, by: ben) }
        try await fixture.catchUp()
        #expect(fixture.channel.stages == [.cancel])
        #expect(try await isRefused(id))
    }

    @Test("The newest phone's clocks count as soon as it is linked, and no more once it is removed")
    func newest() async throws {
        let id = try await armed()
        let phone = try await linkPhone(in: Self.away)
        try await fixture.catchUp()
        #expect(fixture.channel.stages == [.cancel])
        for device in [couple.ben, phone] { #expect(try await fixture.synchronise(device).alarms == []) }
        fixture.channel.forget()
        let ben = couple.ben
        _ = try await fixture.engine.write { try $0.devices.remove(phone.id, by: ben) }
        try await fixture.catchUp()
        #expect(fixture.channel.stages.contains(.handoff))
        #expect(try await fixture.synchronise(couple.ben).alarms.map(\.id) == [id])
    }

    @Test("An older phone that is taken along takes nothing back from any phone")
    func older() async throws {
        let id = try await armed()
        _ = try await linkPhone(in: "Europe/Berlin")
        try await move(couple.ben, to: Self.away)
        try await fixture.catchUp()
        #expect(!fixture.channel.stages.contains(.cancel))
        #expect(try await fixture.state(id) == .armed)
    }

    @Test("A zone that changes without end is refused, and a check-in never is")
    func flips() async throws {
        for number in 0..<fixture.engine.limits.requestsPerHour {
            try await move(couple.ben, to: number.isMultiple(of: 2) ? Self.away : "Europe/Berlin")
        }
        let ben = couple.ben
        try await expectProblem(.rateLimited) { try await move(ben, to: Self.away) }
        let request = CheckInRequest(timeZone: Self.away)
        let _: CheckInReport = try await fixture.ask { try $0.checkIns.checkIn(request, by: $0.present(ben)) }
        #expect(try await fixture.engine.read { try $0.device(ben.id) }?.timeZone == "Europe/Berlin")
    }
}
