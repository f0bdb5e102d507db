package import AlarmCore
package import AlarmWire
import Engine
import Sealing
import Storage
import TestSupport

/// Two devices whose people agreed that each may ring the other.
package struct Couple: Sendable {
    package let pair: PairID
    /// Showed the code; sets the alarms of most tests.
    package let ana: Device
    /// Entered it; the alarms of most tests ring here.
    package let ben: Device
    /// By which Ana rings Ben.
    package let anasToken: PartnerToken
    /// By which Ben rings Ana.
    package let bensToken: PartnerToken
}

extension EngineScene {
    /// A request to register a new device.
    package func registration(
        _ platform: Device.Platform = .apns,
        ticket: RegistrationTicket? = nil
    ) -> RegisterDevice {
        RegisterDevice(
            deviceKey: draw { $0.bytes(32) },
            platform: platform,
            apns: platform == .apns ? pushToken() : nil,
            timeZone: "Europe/Berlin",
            ticket: ticket
        )
    }

    /// A push token that no other device has.
    package func pushToken() -> PushRegistration {
        let digits = draw { $0.bytes(32) }.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return PushRegistration(token: digits, environment: .production, topic: Self.topic)
    }

    /// Registers a new device.
    package func register(_ platform: Device.Platform = .apns) async throws -> Device {
        try await register(registration(platform))
    }

    /// Registers a device.
    package func register(_ request: RegisterDevice) async throws -> Device {
        let answer: DeviceRegistered = try await ask { try $0.register(request) }
        return try await device(answer.deviceID)
    }

    /// A stored device, as it is now.
    package func device(_ id: DeviceID) async throws -> Device {
        guard let device = try await engine.read({ try $0.device(id) }) else { throw Problem(.notFound) }
        return device
    }

    /// Gives a person one device more, which starts as a copy of `device` with a push token of its own.
    package func addDevice(besides device: Device) async throws -> Device {
        let request = registration(device.platform)
        let fresh: Device = try await engine.write { work in
            let id = work.engine.random.draw { DeviceID.random(using: &$0) }
            let device = Device(
                id: id,
                person: device.person,
                platform: device.platform,
                capabilities: device.capabilities,
                timeZone: device.timeZone,
                locale: device.locale,
                keyGeneration: 0,
                sealedKey: try work.engine.vault.seal(deviceKey: request.deviceKey, of: id),
                registration: try work.engine.vault.registration(of: request.deviceKey),
                token: nil,
                since: work.now
            )
            try work.transaction.insert(device)
            if let apns = request.apns { _ = try work.replaceToken(ReplaceToken(apns: apns), of: device) }
            return device
        }
        return try await self.device(fresh.id)
    }

    /// Registers two devices and pairs them.
    package func couple(_ platform: Device.Platform = .apns, and other: Device.Platform = .apns) async throws -> Couple
    {
        let ana = try await register(platform)
        return try await pair(ana, with: try await register(other))
    }

    /// Pairs two devices by the steps of PA1 section 4.
    package func pair(_ ana: Device, with ben: Device) async throws -> Couple {
        let proof = draw { $0.bytes(32) }
        let invite: InviteCreated = try await ask { work in
            let verifier = try InviteKeys.verifier(of: proof)
            return try work.createInvite(CreateInvite(verifier: verifier, hello: .sample()), by: ana)
        }
        let id = invite.inviteID
        let claim = ClaimInvite(locator: invite.locator, auth: proof)
        let _: InviteClaimed = try await ask { try $0.claim(claim, by: ben) }
        let answer = AnswerInvite(publicKey: draw { $0.bytes(32) }, box: .sample())
        let _: InviteStatus = try await ask { try $0.answer(id, answer, by: ben) }
        let _: InviteStatus = try await ask { try $0.confirm(id, ConfirmInvite(box: .sample()), by: ana) }
        let claimers: InviteStatus = try await ask { try $0.acknowledge(id, by: ben) }
        let inviters = try await engine.read { try self.engine.inviteStatus(id, for: ana, in: $0) }
        guard case .active(let pair, let bensToken) = claimers, case .active(_, let anasToken) = inviters else {
            throw Problem(.conflict, detail: "the invite is \(claimers.state) and not active")
        }
        return Couple(pair: pair, ana: ana, ben: ben, anasToken: anasToken, bensToken: bensToken)
    }
}

extension SealedText {
    /// A text of the right shape that nobody can open, of about so many bytes.
    package static func sample(bytes count: Int = 400) -> SealedText {
        let head = "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA."
        let tail = ".AAAAAAAAAAAAAAAAAAAAAA"
        let words = String(repeating: "A", count: max(count - head.utf8.count - tail.utf8.count, 1))
        guard let text = SealedText(head + words + tail) else { preconditionFailure("the sample has the wrong shape") }
        return text
    }
}
