package import AlarmCore
package import AlarmWire
import Sealing
import Storage

extension Work {
    /// Registers a device (PA1 section 2).
    ///
    /// A repeat with the same device key is the answer to a lost reply and returns the same device.
    ///
    /// - Throws: a problem that says which push worlds are served, that registration is closed, or that the zone is unknown.
    package func register(_ request: RegisterDevice) throws -> Answer {
        let registration = try engine.vault.registration(of: request.deviceKey)
        if let known = try transaction.device(registration: registration) {
            return Answer(200, DeviceRegistered(deviceID: known.id, serverTime: now))
        }
        try check(zone: request.timeZone, at: "/timeZone")
        if let push = request.apns { try check(push, at: "/apns") }
        let id = engine.random.draw { DeviceID.random(using: &$0) }
        if let refusal = try redeem(request.ticket, for: id) { return refusal }
        let device = Device(
            id: id,
            person: engine.random.draw { PersonID.random(using: &$0) },
            platform: request.platform,
            capabilities: request.capabilities,
            timeZone: request.timeZone,
            locale: request.locale,
            keyGeneration: 0,
            sealedKey: try engine.vault.seal(deviceKey: request.deviceKey, of: id),
            registration: registration,
            token: try request.apns.map { try seal($0, of: id) },
            since: now
        )
        try transaction.insert(device)
        return Answer(201, DeviceRegistered(deviceID: id, serverTime: now))
    }

    /// Replaces a device's push token; alarms that had no device left go on (PA1 section 2).
    package func replaceToken(_ request: ReplaceToken, of device: Device) throws -> Answer {
        guard device.platform == .apns else {
            throw Problem(.malformed, detail: "this device listens on the event stream and has no push token")
        }
        try check(request.apns, at: "/apns")
        guard var device = try transaction.device(device.id) else { throw Problem(.notFound) }
        device.token = try seal(request.apns, of: device.id)
        try transaction.update(device)
        try hear(from: device.id)
        try reconsiderAlarms(ringingFor: device.person, returned: device.id)
        return Answer(200, TokenReplaced(serverTime: now))
    }

    /// Makes the enrolment code `code` good for one registration until ``Limits/enrolment`` has passed.
    package func enroll(_ code: String) throws -> Instant {
        let end = now + engine.limits.enrolment
        try transaction.put(Enrolment(lookup: engine.vault.enrolment(code), expiresAt: end))
        return end
    }

    /// Checks that an IANA zone of this name exists on this computer.
    func check(zone: String, at pointer: String) throws {
        _ = try engine.zone(named: zone, at: pointer)
    }

    private func seal(_ push: PushRegistration, of device: DeviceID) throws -> Device.PushToken {
        Device.PushToken(
            sealed: try engine.vault.seal(pushToken: push.token, of: device),
            environment: push.environment,
            topic: push.topic,
            registeredAt: now
        )
    }

    private func check(_ push: PushRegistration, at pointer: String) throws {
        let gateways = engine.gateways
        guard gateways.apns != nil else {
            throw Problem(
                .noGateway,
                detail: "this relay has no push gateway: its operator has to configure one",
                pointer: pointer
            )
        }
        guard gateways.topics.contains(push.topic) else {
            let topics = gateways.topics.sorted().joined(separator: ", ")
            throw Problem(
                .noGateway,
                detail: "this relay pushes to the topics \(topics) only",
                pointer: pointer + "/topic"
            )
        }
        guard gateways.environments.contains(push.environment) else {
            let worlds = gateways.environments.map(\.rawValue).sorted().joined(separator: ", ")
            throw Problem(.noGateway, detail: "this relay pushes to \(worlds) only", pointer: pointer + "/environment")
        }
    }

    /// Uses up a ticket; a wrong one counts as a wrong claim, and its refusal is an answer so that the count is kept.
    private func redeem(_ ticket: RegistrationTicket?, for device: DeviceID) throws -> Answer? {
        switch ticket {
        case .invite(let locator, let auth):
            guard var invite = try proven(locator: locator, auth: auth) else { return Answer(Problem(.notFound)) }
            // The right proof is a claim: with a second device the code has been seen by two, whichever way it came.
            return try enter(&invite, device: device, of: nil)
        case .enrolment(let code):
            let lookup = try engine.vault.enrolment(code)
            guard var enrolment = try transaction.enrolment(lookup), enrolment.usedBy == nil, now < enrolment.expiresAt
            else { return Answer(Problem(.notFound)) }
            enrolment.usedBy = device
            try transaction.put(enrolment)
            return nil
        case nil:
            guard engine.registration == .open else { throw Problem(.registrationClosed) }
            return nil
        }
    }
}
