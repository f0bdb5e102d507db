import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import Storage

/// A person with one phone who checks in, and the contacts that they named.
struct CheckInScene {
    let scene: EngineScene
    let phone: Device
    let post: RecordingLetters

    init(segmentsPerDay: Int = 100, policies: [String: EscalationPolicy] = [:]) async throws {
        let channel = RecordingChannel()
        post = RecordingLetters()
        let letters = Letters(
            origin: "https://relay.example.org",
            mail: post,
            sms: post,
            segmentsPerDay: segmentsPerDay
        )
        scene = try EngineScene(
            channel: channel,
            gateways: Gateways(apns: channel, topics: [EngineScene.topic], letters: letters),
            policies: policies
        )
        phone = try await scene.register()
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
        return try await scene.ask { try $0.plan(settings, by: phone) }
    }

    @discardableResult
    func checkIn(at place: Place? = nil, from device: Device? = nil) async throws -> CheckInReport {
        let request = CheckInRequest(timeZone: "Europe/Berlin", place: place)
        return try await scene.ask { try $0.checkIn(request, by: device ?? phone) }
    }

    func report() async throws -> CheckInReport {
        let now = scene.now
        return try await scene.engine.read { try scene.engine.checkIns(of: phone.person, at: now, in: $0) }
    }

    @discardableResult
    func rehearse() async throws -> RehearsalBegun {
        try await scene.ask { try $0.rehearse(by: phone) }
    }

    /// What every notification said, whole.
    var bodies: [String] { scene.channel.sent.map { String(decoding: $0.payload, as: UTF8.self) } }

    /// Names a contact, who agrees at once unless told otherwise.
    @discardableResult
    func contact(
        _ email: String? = "ben@example.org",
        phone number: String? = nil,
        language: String = "en",
        agrees: Bool = true
    ) async throws -> ContactID {
        let request = ContactRequest(name: "Ben", email: email, phone: number, language: language)
        let view: ContactView = try await scene.ask { try $0.addContact(request, by: phone) }
        try await scene.catchUp()
        if agrees {
            for purpose in [email.map { _ in Capability.Purpose.contact }, number.map { _ in .telephone }] {
                if let purpose { try await decide(view.id, .confirmed, by: purpose) }
            }
        }
        return view.id
    }

    func contacts() async throws -> [ContactView] {
        let phone = phone
        return try await scene.engine.read { try scene.engine.contacts(of: phone, in: $0).contacts }
    }

    func decide(
        _ id: ContactID,
        _ consent: ContactView.Consent,
        by purpose: Capability.Purpose = .contact
    ) async throws {
        let token = try scene.engine.vault.capability(purpose, of: DocumentID(of: id))
        _ = try await scene.engine.write { try $0.decide(token, consent) }
    }

    /// Every delivery to a contact that was ever ordered, oldest first, but for the question whether they agree.
    func letters(_ stage: Stage = .alert) async throws -> [DeliveryRow] {
        let person = phone.person
        return try await scene.engine.read { snapshot in
            try snapshot.alarms(of: person, changedAfter: 0, limit: 1000).flatMap { row in
                try snapshot.deliveries(of: row.key)
            }
            .filter { $0.order.stage == stage && $0.order.destination.device == nil }
        }
    }
}

extension Destination {
    /// Whether it is reached by text message.
    var isTelephone: Bool {
        if case .contact(_, .sms) = self { true } else { false }
    }
}
