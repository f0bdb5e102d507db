import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

/// A person with one phone who checks in, and their contacts.
struct CheckInFixture {
    let fixture: EngineFixture
    let phone: Device
    let post: RecordingContactChannels

    /// Makes a relay that sends letters and text messages, unless it `hasMail` not.
    init(
        segmentsPerDay: Int = 100,
        hasMail: Bool = true,
        calls: Bool = false,
        policies: [String: EscalationPolicy] = [:],
        limits: Limits = Limits(),
        store: any Store = freshStore(),
        clock: TestClock = TestClock(),
        seed: UInt64 = 1
    ) async throws {
        let channel = RecordingChannel()
        post = RecordingContactChannels()
        let letters = ContactChannels(
            origin: "https://relay.example.org",
            mail: hasMail ? post : nil,
            sms: hasMail ? post : nil,
            segmentsPerDay: segmentsPerDay,
            calls: calls ? post : nil
        )
        fixture = try EngineFixture(
            store: store,
            clock: clock,
            channel: channel,
            gateways: Gateways(channel, contactChannels: letters),
            limits: limits,
            policies: policies,
            seed: seed
        )
        phone = try await fixture.register()
    }

    @discardableResult
    func plan(
        _ kind: CheckInPlan.Kind = .standard,
        threshold: Span? = nil,
        isOn: Bool = true,
        pausedUntil: Instant? = nil,
        timeZone: String? = nil
    ) async throws -> CheckInReport {
        let settings = CheckInSettings(
            kind: kind,
            threshold: threshold,
            isOn: isOn,
            pausedUntil: pausedUntil,
            name: "Ana",
            timeZone: timeZone
        )
        return try await fixture.ask { try $0.checkIns.plan(settings, by: phone) }
    }

    @discardableResult
    func checkIn(at place: Place? = nil, from device: Device? = nil) async throws -> CheckInReport {
        let request = CheckInRequest(timeZone: "Europe/Berlin", place: place)
        return try await fixture.ask { try $0.checkIns.checkIn(request, by: device ?? phone) }
    }

    func report() async throws -> CheckInReport {
        let now = fixture.now
        return try await fixture.engine.read { try fixture.engine.checkIns(of: phone.person, at: now, in: $0) }
    }

    @discardableResult
    func rehearse() async throws -> RehearsalBegun {
        try await fixture.ask { try $0.checkIns.rehearse(by: phone) }
    }

    /// Payloads of all pushes, as text.
    var bodies: [String] { fixture.channel.sent.map { String(decoding: $0.payload, as: UTF8.self) } }

    /// Adds a contact, who agrees at once by default.
    @discardableResult
    func contact(
        _ email: String? = "ben@example.org",
        phone number: String? = nil,
        language: String = "en",
        agrees: Bool = true
    ) async throws -> ContactID {
        // Contacts are told about somebody with a name.
        let isPlanned = try await fixture.engine.read {
            try fixture.engine.record(CheckInRecord.self, DocumentID(of: phone.person), in: $0) != nil
        }
        if !isPlanned { try await plan(isOn: false) }
        let request = ContactRequest(name: "Ben", email: email, phone: number, language: language)
        let view: ContactView = try await fixture.ask { try $0.contacts.add(request, by: phone) }
        try await fixture.catchUp()
        if agrees {
            for purpose in [email.map { _ in Capability.Purpose.contact }, number.map { _ in .telephone }] {
                if let purpose { try await decide(view.id, .confirmed, by: purpose) }
            }
        }
        return view.id
    }

    func contacts() async throws -> [ContactView] {
        let phone = phone
        return try await fixture.engine.read { try fixture.engine.contacts(of: phone, in: $0).contacts }
    }

    func decide(
        _ id: ContactID,
        _ consent: ContactView.ConsentState,
        by purpose: Capability.Purpose = .contact,
        toCalls calls: Bool = false
    ) async throws {
        let token = try await link(of: id, by: purpose)
        _ = try await fixture.engine.write { try $0.contacts.decide(token, consent, toCalls: calls) }
    }

    /// The right that the links in letters to a contact's present address give.
    func link(of id: ContactID, by purpose: Capability.Purpose = .contact) async throws -> Capability {
        let engine = fixture.engine
        let contact = try await engine.read { try engine.record(Contact.self, DocumentID(of: id), in: $0) }
        return try engine.capability(of: #require(contact), by: purpose == .telephone ? .sms : .email)
    }

    /// Takes a contact's word that they have reached the person; false where nothing is open.
    func reach(by id: ContactID) async throws -> Bool {
        let token = try await link(of: id)
        let isTaken = try await fixture.engine.write { try $0.contacts.reached(token) }
        try await fixture.catchUp()
        return isTaken
    }

    /// The titles of the notifications of a stage, in the order of sending.
    func titles(_ stage: Stage) -> [String] {
        bodies.filter { $0.contains("\"stage\":\"\(stage.rawValue)\"") }.compactMap { body in
            body.firstRange(of: "\"title\":\"").flatMap { start in
                body[start.upperBound...].prefix { $0 != "\"" }.description
            }
        }
    }

    /// All deliveries to contacts at a stage, oldest first; requests for consent are not among them.
    func letters(_ stage: Stage = .alert) async throws -> [DeliveryRow] {
        let person = phone.person
        return try await fixture.engine.read { snapshot in
            try snapshot.alarms(of: person, changedAfter: 0, limit: 1000).flatMap { row in
                try snapshot.deliveries(of: row.key)
            }
            .filter { $0.order.stage == stage && $0.order.destination.device == nil }
        }
    }
}

extension Destination {
    /// Whether the destination is reached by text message.
    var isTelephone: Bool {
        if case .contact(_, .sms) = self { true } else { false }
    }
}
