import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

/// A medicine that rings until it was taken, and that may be skipped, though not twice in a row.
///
/// It is no part of the relay: all that makes it a kind of its own stands in this file.
private struct MedicineKind: AlarmKind {
    /// A ring every five minutes, and after half an hour a notice to the parents.
    let policy = EscalationPolicy(
        name: "medicine",
        steps: [
            EscalationStep(offset: .zero, audience: .receiver, stage: .ring, repeats: 5, every: .minutes(5)),
            EscalationStep(offset: .minutes(30), audience: .parents, stage: .unfinished),
        ]
    )

    /// Takes a dismissal for a skipped dose.
    func take(
        _ receipt: Receipt,
        of row: AlarmRow,
        from device: Device,
        in tx: RelayTransaction
    ) throws -> EngineResponse? {
        guard receipt.report == .dismissed else { return nil }
        try tx.alarms.require(device, as: .receiver, of: row)
        try tx.recordSignOfLife(from: device.id)
        var row = row
        if receipt.revision == row.alarm.revision {
            guard try tx.transaction.value(skipped(row)) == nil else {
                throw Problem(.conflict, detail: "it was skipped the last time: take it now")
            }
            try tx.run(.decline, on: &row)
        }
        return EngineResponse(
            200,
            ReceiptAccepted(id: row.alarm.id, state: row.alarm.state, revision: row.alarm.revision)
        )
    }

    /// Lets only a completion, "taken", end the alarm.
    func limiting(_ receipt: Receipt, of row: AlarmRow, in tx: RelayTransaction) throws -> Receipt {
        guard receipt.report != .acknowledged else {
            throw Problem(.conflict, detail: "say that it was taken, or skip it")
        }
        return receipt
    }

    func tiers(
        of audience: EscalationStep.Audience,
        receiver: PersonID,
        circle: CircleID,
        subject: DocumentID?,
        in tx: RelayTransaction
    ) throws -> [[AlarmContext.Addressee]] {
        audience == .parents ? [try tx.circles.parents(of: circle)] : []
    }

    func pushWords(for device: Device, in context: DeliveryContext) throws -> PushWords? {
        let name = try context.receiverName ?? "Somebody"
        let isMissed = context.order.stage == .unfinished
        return PushWords(
            title: "Medicine",
            body: isMissed ? "\(name) has not taken a medicine." : "Take your medicine."
        )
    }

    /// Remembers a skip until a dose is taken or missed.
    func save(_ effects: [AlarmEffect], of row: AlarmRow, in tx: RelayTransaction) throws {
        for case .record(let event) in effects {
            switch event.kind {
            case .declined: try tx.transaction.setValue([1], for: skipped(row))
            case .acknowledged, .missed: try tx.transaction.setValue(nil, for: skipped(row))
            default: break
            }
        }
    }

    private func skipped(_ row: AlarmRow) -> String { "medicine/\(row.alarm.id)" }
}

/// A mother who has set a daily medicine for her child, and a father.
private struct MedicineFixture {
    let fixture: EngineFixture
    let ana: Device
    let ben: Device
    let kim: Device
    let medicine: AlarmID
    /// Due time of the first dose.
    let first: Instant

    init() async throws {
        let fixture = try EngineFixture(kinds: .builtIn.adding(MedicineKind()))
        let (ana, ben, kim) = (
            try await fixture.register(), try await fixture.register(), try await fixture.register()
        )
        let family = try await fixture.found(.family, by: ana)
        try await fixture.join(ben, family, as: .parent, invitedBy: ana)
        try await fixture.join(kim, family, as: .child, invitedBy: ana)
        let first = fixture.now + .hours(1)
        let zone = "Europe/Berlin"
        let clocks = try #require(fixture.engine.zones.rules(for: zone))
        let daily = AlarmSchedule.recurring(
            rule: try RecurrenceRule("FREQ=DAILY"),
            start: clocks.localDateTime(at: first),
            zone: zone
        )
        let row = try await fixture.engine.write { tx in
            try tx.begin(
                PresetAlarm(
                    kind: MedicineKind(),
                    sender: ana.person,
                    receiver: kim.person,
                    circle: family.id,
                    due: first,
                    schedule: daily
                )
            )
        }
        (self.fixture, self.ana, self.ben, self.kim, self.first) = (fixture, ana, ben, kim, first)
        medicine = row.alarm.id
    }

    /// The alarm's present state.
    var alarm: Alarm {
        get async throws { try await fixture.row(medicine).alarm }
    }

    /// Devices that were pushed at a stage, in any order.
    func told(_ stage: Stage) async throws -> Set<DeviceID> {
        Set(
            try await fixture.deliveries(medicine).filter { $0.order.stage == stage && $0.state == .accepted }
                .compactMap(\.order.destination.device)
        )
    }

    /// Number of notifications of a stage that show these words.
    func shown(_ words: String, at stage: Stage) -> Int {
        fixture.channel.sent.count { push in
            push.alarm?.stage.stage == stage && String(decoding: push.payload, as: UTF8.self).contains(words)
        }
    }
}

@Suite("A kind of alarm that comes from outside: a medicine")
struct MedicineKindTests {
    @Test("It rings until it is taken, and the next one comes a day later")
    func taken() async throws {
        let home = try await MedicineFixture()
        try await home.fixture.pass(until: home.first + .minutes(11))
        #expect(home.fixture.channel.stages.filter { $0 == .ring }.count == 3)
        #expect(home.shown("Take your medicine.", at: .ring) == 3)
        #expect(home.fixture.channel.alarms.last?.preset == "medicine")
        try await expectProblem(.conflict) {
            try await home.fixture.report(.acknowledged, of: home.medicine, from: home.kim)
        }
        #expect(try await home.alarm.state == .ringing)
        try await home.fixture.report(.completed, of: home.medicine, from: home.kim)
        let alarm = try await home.alarm
        #expect(alarm.lastEnd == .acknowledged)
        #expect(alarm.due == home.first + .days(1))
        try await home.fixture.pass(.hours(1))
        #expect(home.fixture.channel.stages.filter { $0 == .ring }.count == 3)
        #expect(try await home.told(.unfinished).isEmpty)
    }

    @Test("It may be skipped once; the next has to be taken, and then one may be skipped again")
    func skipped() async throws {
        let home = try await MedicineFixture()
        let fixture = home.fixture
        try await fixture.pass(until: home.first)
        try await fixture.report(.dismissed, of: home.medicine, from: home.kim)
        #expect(try await home.alarm.lastEnd == .cancelled)
        #expect(try await home.alarm.due == home.first + .days(1))

        try await fixture.pass(until: home.first + .days(1))
        try await expectProblem(.conflict) {
            try await fixture.report(.dismissed, of: home.medicine, from: home.kim)
        }
        #expect(try await home.alarm.state == .ringing)
        try await fixture.report(.completed, of: home.medicine, from: home.kim)
        #expect(try await home.alarm.lastEnd == .acknowledged)

        try await fixture.pass(until: home.first + .days(2))
        try await fixture.report(.dismissed, of: home.medicine, from: home.kim)
        #expect(try await home.alarm.due == home.first + .days(3))
        #expect(try await home.told(.unfinished).isEmpty)
    }

    @Test("A skip of what is over, or by somebody for whom it does not ring, changes nothing")
    func groundless() async throws {
        let home = try await MedicineFixture()
        try await home.fixture.pass(until: home.first)
        let revision = try await home.alarm.revision
        try await expectProblem(.notFound) {
            try await home.fixture.report(.dismissed, of: home.medicine, from: home.ben)
        }
        try await home.fixture.report(.completed, of: home.medicine, from: home.kim)
        try await home.fixture.report(.dismissed, of: home.medicine, from: home.kim, revision: revision)
        #expect(try await home.alarm.lastEnd == .acknowledged)
        #expect(try await home.alarm.due == home.first + .days(1))
    }

    @Test("When it is missed, both parents are told, and the next one may be skipped")
    func missed() async throws {
        let home = try await MedicineFixture()
        try await home.fixture.pass(until: home.first)
        try await home.fixture.report(.dismissed, of: home.medicine, from: home.kim)
        try await home.fixture.pass(until: home.first + .days(1) + .minutes(29))
        #expect(try await home.told(.unfinished).isEmpty)
        try await home.fixture.pass(.minutes(1))
        #expect(try await home.told(.unfinished) == [home.ana.id, home.ben.id])
        #expect(home.shown("has not taken a medicine.", at: .unfinished) == 2)
        #expect(try await home.alarm.lastEnd == .missed)
        try await home.fixture.pass(until: home.first + .days(2))
        try await home.fixture.report(.dismissed, of: home.medicine, from: home.kim)
        #expect(try await home.alarm.lastEnd == .cancelled)
    }
}
