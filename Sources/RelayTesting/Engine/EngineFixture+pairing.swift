package import AlarmCore
package import AlarmWire
import Delivery
package import Engine
import Features
import Sealing
import Storage

/// Two devices whose people agreed that each may ring the other.
package struct PairedDevices: Sendable {
    package let pair: PairID
    /// The device that showed the code; most tests set alarms from it.
    package let ana: Device
    /// The device that entered the code; most tests' alarms ring here.
    package let ben: Device
    /// Token by which Ana sets alarms for Ben.
    package let anasToken: PartnerToken
    /// Token by which Ben sets alarms for Ana.
    package let bensToken: PartnerToken
}

extension EngineFixture {
    /// A request to register a new device.
    package func registration(
        _ platform: Device.Platform = .apns,
        ticket: RegistrationTicket? = nil
    ) -> RegisterDevice {
        RegisterDevice(
            deviceKey: draw { $0.bytes(32) },
            platform: platform,
            apns: platform == .apns ? pushToken() : nil,
            webPush: platform == .webPush ? subscription() : nil,
            timeZone: "Europe/Berlin",
            ticket: ticket
        )
    }

    /// Returns a push token that no other device has.
    package func pushToken() -> PushRegistration {
        let digits = draw { $0.bytes(32) }.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return PushRegistration(token: digits, environment: .production, topic: Self.topic)
    }

    /// Returns a subscription that no other browser has.
    package func subscription() -> WebPushSubscription {
        let name = Base64URL.encode(draw { $0.bytes(16) })
        guard let keys = try? WebPushReceiverKeys() else { preconditionFailure("the system has no randomness") }
        return WebPushSubscription(
            endpoint: "\(BrowserPushes.service)/push/\(name)",
            p256dh: keys.privateKey.publicKey.x963,
            auth: keys.secret
        )
    }

    /// Registers a new device.
    package func register(_ platform: Device.Platform = .apns) async throws -> Device {
        try await register(registration(platform))
    }

    /// Registers a device.
    package func register(_ request: RegisterDevice) async throws -> Device {
        let answer: DeviceRegistered = try await ask { try $0.devices.register(request) }
        return try await device(answer.deviceID)
    }

    /// Returns a device as now stored.
    package func device(_ id: DeviceID) async throws -> Device {
        guard let device = try await engine.read({ try $0.device(id) }) else { throw Problem(.notFound) }
        return device
    }

    /// Adds a device to a person, a copy of `device` with an address of its own, on another platform if one is given.
    package func addDevice(besides device: Device, as platform: Device.Platform? = nil) async throws -> Device {
        let platform = platform ?? device.platform
        let request = registration(platform)
        let fresh: Device = try await engine.write { tx in
            let id = tx.engine.random.draw { DeviceID.random(using: &$0) }
            let device = Device(
                id: id,
                person: device.person,
                platform: platform,
                capabilities: device.capabilities,
                timeZone: device.timeZone,
                locale: device.locale,
                keyGeneration: 0,
                sealedKey: try tx.engine.vault.seal(deviceKey: request.deviceKey, of: id),
                registration: try tx.engine.vault.registration(of: request.deviceKey),
                address: nil,
                since: tx.now
            )
            try tx.transaction.insert(device)
            if let apns = request.apns { _ = try tx.devices.replaceToken(ReplaceToken(apns: apns), of: device) }
            if let browser = request.webPush {
                _ = try tx.devices.replaceToken(ReplaceToken(webPush: browser), of: device)
            }
            return device
        }
        return try await self.device(fresh.id)
    }

    /// Registers two devices and pairs them.
    package func couple(
        _ platform: Device.Platform = .apns,
        and other: Device.Platform = .apns
    ) async throws -> PairedDevices {
        let ana = try await register(platform)
        return try await pair(ana, with: try await register(other))
    }

    /// Pairs two devices by the steps of PA1 section 4.
    package func pair(_ ana: Device, with ben: Device) async throws -> PairedDevices {
        let proof = draw { $0.bytes(32) }
        let invite: InviteCreated = try await ask { tx in
            let verifier = try InviteKeys.verifier(of: proof)
            return try tx.pairing.createInvite(CreateInvite(verifier: verifier, hello: .sample()), by: ana)
        }
        let id = invite.inviteID
        let claim = ClaimInvite(locator: invite.locator, auth: proof)
        let _: InviteClaimed = try await ask { try $0.pairing.claim(claim, by: ben) }
        let answer = AnswerInvite(publicKey: draw { $0.bytes(32) }, box: .sample())
        let _: InviteStatus = try await ask { try $0.pairing.answer(id, answer, by: ben) }
        let _: InviteStatus = try await ask { try $0.pairing.confirm(id, ConfirmInvite(box: .sample()), by: ana) }
        let claimers: InviteStatus = try await ask { try $0.pairing.acknowledge(id, by: ben) }
        let inviters = try await engine.read { try self.engine.inviteStatus(id, for: ana, in: $0) }
        guard case .active(let pair, let bensToken) = claimers, case .active(_, let anasToken) = inviters else {
            throw Problem(.conflict, detail: "the invite is \(claimers.state) and not active")
        }
        return PairedDevices(pair: pair, ana: ana, ben: ben, anasToken: anasToken, bensToken: bensToken)
    }
}

extension SealedText {
    /// A sealed text of the right form and of about `count` bytes, which nobody can open.
    package static func sample(bytes count: Int = 400) -> SealedText {
        let head = "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA."
        let tail = ".AAAAAAAAAAAAAAAAAAAAAA"
        let words = String(repeating: "A", count: max(count - head.utf8.count - tail.utf8.count, 1))
        guard let text = SealedText(head + words + tail) else { preconditionFailure("the sample has the wrong shape") }
        return text
    }
}

extension Vault {
    /// Returns the plaintext push token of a device; nil where it has none.
    package func pushToken(of device: Device) throws -> String? {
        try device.address.flatMap { try open($0, of: device.id, on: device.platform).apns?.token.hex }
    }
}
