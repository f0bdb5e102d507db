import AlarmCore
import AlarmWire
import Delivery
import Engine
import RelayTesting
import Storage

/// Ana, who lives alone, with two devices; Ben, who is told first, and Carla, who is told next.
struct CareScene {
    let scene: EngineScene
    let ana: Device
    let anasWatch: Device
    let ben: Device
    let carla: Device
    let circle: CircleID
    let post: RecordingLetters

    init(store: any Store = InMemoryStore()) async throws {
        post = RecordingLetters()
        let channel = RecordingChannel()
        scene = try EngineScene(
            store: store,
            channel: channel,
            gateways: Gateways(
                apns: channel,
                topics: [EngineScene.topic],
                letters: Letters(origin: "https://relay.example.org", mail: post, sms: post)
            )
        )
        ana = try await scene.register()
        anasWatch = try await scene.addDevice(besides: ana)
        ben = try await scene.register()
        carla = try await scene.register()
        let view = try await scene.found(.care, by: ana)
        circle = view.id
        for (member, tier) in [(ben, 1), (carla, 2)] {
            try await scene.join(member, view, as: .member, invitedBy: ana)
            try await change(member, MemberChange(permissions: Permission.care, priority: tier))
        }
        for (member, name) in [(ben, "Ben"), (carla, "Carla")] { try await rename(member, name) }
        try await scene.catchUp()
        scene.channel.forget()
    }

    /// The dweller changes what a member may know, or when they are told.
    func change(_ member: Device, _ change: MemberChange) async throws {
        let (circle, ana) = (circle, ana)
        let _: CircleView = try await scene.ask { try $0.changeMember(member.person, of: circle, change, by: ana) }
    }

    private func rename(_ member: Device, _ name: String) async throws {
        let circle = circle
        let _: CircleView = try await scene.ask {
            try $0.changeMember(member.person, of: circle, MemberChange(displayName: name), by: member)
        }
    }

    @discardableResult
    func set(_ settings: CareSettings) async throws -> CareSettings {
        let ana = ana
        return try await scene.ask { try $0.setCare(settings, by: ana) }
    }

    @discardableResult
    func signal(_ signal: CareSignal, at place: Place? = nil, from device: Device? = nil) async throws -> CareAlertView
    {
        let device = device ?? ana
        let request = CareSignalRequest(signal, place: place, timeZone: "Europe/Berlin")
        return try await scene.ask { try $0.signal(request, by: device) }
    }

    @discardableResult
    func isActive(
        _ report: CareActivityReport = CareActivityReport(timeZone: "Europe/Berlin")
    ) async throws
        -> CareStatus
    {
        let ana = ana
        return try await scene.ask { try $0.noteActivity(report, by: ana) }
    }

    @discardableResult
    func cancel(_ id: DocumentID, by device: Device) async throws -> CareAlertView {
        try await scene.ask { try $0.cancelAlert(id, by: device) }
    }

    @discardableResult
    func acknowledge(_ id: DocumentID, by device: Device) async throws -> CareAlertView {
        try await scene.ask { try $0.acknowledgeAlert(id, by: device) }
    }

    func alert(_ id: DocumentID, for device: Device) async throws -> CareAlertView {
        let now = scene.now
        return try await scene.engine.read { try scene.engine.careAlert(id, for: device, at: now, in: $0) }
    }

    func history(for device: Device) async throws -> CareHistory {
        let (now, circle) = (scene.now, circle)
        return try await scene.engine.read { try scene.engine.careHistory(of: circle, for: device, at: now, in: $0) }
    }

    func overview(for device: Device) async throws -> CareOverview {
        let now = scene.now
        return try await scene.engine.read { try scene.engine.careOverview(for: device, at: now, in: $0) }
    }

    /// Leaves a member's own number, confirmed unless told otherwise.
    func leavePhone(_ member: Device, confirmed: Bool = true) async throws {
        let request = CarePhone(phone: "+491701234567", name: "Ben")
        let view: ContactView = try await scene.ask { try $0.setCarePhone(request, by: member) }
        guard confirmed else { return }
        let token = try scene.engine.vault.capability(.telephone, of: DocumentID(of: view.id))
        _ = try await scene.engine.write { try $0.decide(token, .confirmed) }
    }

    /// What a device was pushed since the channel last forgot, oldest first.
    func pushes(to device: Device) throws -> [Stage] {
        guard let token = device.token else { return [] }
        let hex = try scene.engine.vault.openPushToken(token, of: device.id)
        return scene.channel.sent.filter { $0.destination.token.hex == hex }.compactMap { $0.alarm?.stage.stage }
    }
}
