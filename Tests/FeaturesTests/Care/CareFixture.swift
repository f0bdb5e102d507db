import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

/// A care circle: Ana, the dweller, with two devices; Ben, who is told first; Carla, who is told next.
///
/// Its members may know everything; a test of what they see has to ask for the permissions that people begin with too.
struct CareFixture {
    let fixture: EngineFixture
    let ana: Device
    let anasWatch: Device
    let ben: Device
    let carla: Device
    let circle: CircleID
    let post: RecordingContactChannels

    init(
        store: any Store = freshStore(),
        servers: RecordingServers? = nil,
        calls: Bool = false,
        callsPerDay: Int = 20,
        permissions: Set<Permission> = Permission.care
    ) async throws {
        post = RecordingContactChannels()
        let channel = RecordingChannel()
        var gateways = Gateways(
            channel,
            contactChannels: ContactChannels(
                origin: "https://relay.example.org",
                mail: post,
                sms: post,
                calls: calls ? post : nil,
                callsPerDay: callsPerDay
            )
        )
        if let servers { gateways.channels = gateways.channels.adding(servers) }
        fixture = try EngineFixture(store: store, channel: channel, gateways: gateways)
        ana = try await fixture.register()
        anasWatch = try await fixture.addDevice(besides: ana)
        ben = try await fixture.register()
        carla = try await fixture.register()
        let view = try await fixture.found(.care, by: ana)
        circle = view.id
        for (member, tier) in [(ben, 1), (carla, 2)] {
            try await fixture.join(member, view, as: .member, invitedBy: ana)
            try await change(member, MemberChange(permissions: permissions, priority: tier))
        }
        for (member, name) in [(ben, "Ben"), (carla, "Carla")] { try await rename(member, name) }
        try await fixture.catchUp()
        fixture.channel.forget()
    }

    /// Changes a member's permissions or priority, as the dweller.
    func change(_ member: Device, _ change: MemberChange) async throws {
        let (circle, ana) = (circle, ana)
        let _: CircleView = try await fixture.ask {
            try $0.circles.changeMember(member.person, of: circle, change, by: ana)
        }
    }

    private func rename(_ member: Device, _ name: String) async throws {
        let circle = circle
        let _: CircleView = try await fixture.ask {
            try $0.circles.changeMember(member.person, of: circle, MemberChange(displayName: name), by: member)
        }
    }

    @discardableResult
    func set(_ settings: CareSettings) async throws -> CareSettings {
        let ana = ana
        return try await fixture.ask { try $0.care.set(settings, by: ana) }
    }

    @discardableResult
    func signal(_ signal: CareSignal, at place: Place? = nil, from device: Device? = nil) async throws -> CareAlertView
    {
        let device = device ?? ana
        let request = CareSignalRequest(signal, place: place, timeZone: "Europe/Berlin")
        return try await fixture.ask { try $0.care.signal(request, by: device) }
    }

    @discardableResult
    func isActive(
        _ report: CareActivityReport = CareActivityReport(timeZone: "Europe/Berlin")
    ) async throws
        -> CareStatus
    {
        let ana = ana
        return try await fixture.ask { try $0.care.noteActivity(report, by: ana) }
    }

    @discardableResult
    func cancel(_ id: DocumentID, by device: Device) async throws -> CareAlertView {
        try await fixture.ask { try $0.care.cancelAlert(id, by: device) }
    }

    @discardableResult
    func acknowledge(_ id: DocumentID, by device: Device) async throws -> CareAlertView {
        try await fixture.ask { try $0.care.acknowledgeAlert(id, by: device) }
    }

    @discardableResult
    func resolve(_ id: DocumentID, by device: Device) async throws -> CareAlertView {
        try await fixture.ask { try $0.care.resolveAlert(id, by: device) }
    }

    func alert(_ id: DocumentID, for device: Device) async throws -> CareAlertView {
        let now = fixture.now
        return try await fixture.engine.read { try fixture.engine.careAlert(id, for: device, at: now, in: $0) }
    }

    func history(for device: Device) async throws -> CareHistory {
        let (now, circle) = (fixture.now, circle)
        return try await fixture.engine.read {
            try fixture.engine.careHistory(of: circle, for: device, at: now, in: $0)
        }
    }

    func overview(for device: Device) async throws -> CareOverview {
        let now = fixture.now
        return try await fixture.engine.read { try fixture.engine.careOverview(for: device, at: now, in: $0) }
    }

    /// Adds a member's own number, confirmed by default.
    func leavePhone(_ member: Device, confirmed: Bool = true, calls: Bool = false) async throws {
        let request = CarePhone(phone: "+491701234567", name: "Ben", calls: calls)
        let view: ContactView = try await fixture.ask { try $0.care.setPhone(request, by: member) }
        if confirmed { try await confirmPhone(view.id, toCalls: calls) }
    }

    /// Agrees by the link of a text message to a member's number, to calls where the message asked for them.
    func confirmPhone(_ id: ContactID, toCalls calls: Bool) async throws {
        let engine = fixture.engine
        let number = try await engine.read { try engine.record(Contact.self, DocumentID(of: id), in: $0) }
        let token = try engine.capability(of: #require(number), by: .sms)
        _ = try await fixture.engine.write { try $0.contacts.decide(token, .confirmed, toCalls: calls) }
    }

    /// Stages of the pushes to a device since the channel was last cleared, oldest first.
    func pushes(to device: Device) throws -> [Stage] {
        guard let token = try fixture.engine.vault.pushToken(of: device) else { return [] }
        return fixture.channel.sent.filter { $0.token == token }.compactMap { $0.alarm?.stage.stage }
    }
}
