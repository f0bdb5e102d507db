package import AlarmCore
package import AlarmWire
package import Delivery
package import Engine
import Sealing
import Storage

/// A person's devices: registering, moving and removing them.
package struct Devices: Feature {
    package let tx: RelayTransaction

    /// Registers a device (PA1 section 2).
    ///
    /// A repeat with the same device key, as after a lost answer, returns the same device.
    ///
    /// - Throws: a problem that says which apps and environments are served, that registration is closed, or that the
    ///   zone is unknown.
    package func register(_ request: RegisterDevice) throws -> EngineResponse {
        let registration = try engine.vault.registration(of: request.deviceKey)
        if let known = try transaction.device(registration: registration) {
            return EngineResponse(200, DeviceRegistered(deviceID: known.id, serverTime: now))
        }
        try check(zone: request.timeZone, at: "/timeZone")
        let address = try self.address { () throws(DeviceAddressError) in try DeviceAddress(request) }
        if let address { try check(address) }
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
            address: try address.map { try engine.vault.seal($0, of: id, at: now) },
            since: now
        )
        try transaction.insert(device)
        return EngineResponse(201, DeviceRegistered(deviceID: id, serverTime: now))
    }

    /// Replaces a device's address; alarms that had no reachable device continue (PA1 section 2).
    ///
    /// A browser may move between its push service and the event stream; an Apple device stays what it is.
    package func replaceToken(_ request: ReplaceToken, of device: Device) throws -> EngineResponse {
        guard Self.browserPlatforms.contains(device.platform), Self.browserPlatforms.contains(request.platform) else {
            guard let address = try address({ () throws(DeviceAddressError) in try DeviceAddress(request) }) else {
                throw foreign(request.platform, to: device)
            }
            return try replace(with: address, of: device)
        }
        let address = try self.address { () throws(DeviceAddressError) in try DeviceAddress(request) }
        if let address { try check(address) }
        var known = device
        known.move(
            to: request.platform,
            at: try address.map { try engine.vault.seal($0, of: device.id, at: now) }
        )
        return try store(known)
    }

    /// The platforms between which a browser moves.
    private static let browserPlatforms: Set<Device.Platform> = [.webPush, .events]

    /// Changes what a device says of itself; its alarms are told in the new language, and critical where it now allows
    /// that.
    package func change(_ request: DeviceChange, of device: Device) throws -> EngineResponse {
        if let zone = request.timeZone { try check(zone: zone, at: "/timeZone") }
        var known = device
        known.capabilities = request.capabilities ?? known.capabilities
        known.timeZone = request.timeZone ?? known.timeZone
        known.locale = request.locale ?? known.locale
        try store(known, insteadOf: device)
        if known.locale != device.locale {
            try tx.checkIns.followLanguage(of: known)
            try tx.contacts.followLanguage(of: known, insteadOf: device.locale)
        }
        try tx.recordSignOfLife(from: known)
        return EngineResponse(200, DeviceView(known, isSelf: true))
    }

    /// Stores what a device says of itself now; hours count by its clocks at once.
    ///
    /// - Throws: the problem `rate-limited` for more changes of the zone than anybody's travels make: each moves alarms
    ///   of every partner on every phone.
    func store(_ known: Device, insteadOf former: Device) throws {
        guard known != former else { return }
        guard known.timeZone != former.timeZone else { return try transaction.update(known) }
        try tx.countChange(of: "zone", by: known.person)
        try tx.consents.followZone(of: known.person) { try transaction.update(known) }
    }

    /// Replaces a device's address by another one on the same platform.
    package func replace(with address: DeviceAddress, of device: Device) throws -> EngineResponse {
        guard device.platform.needsAddress else {
            throw Problem(.malformed, detail: "this device listens on the event stream and has no push token")
        }
        guard device.platform == address.platform else { throw foreign(address.platform, to: device) }
        try check(address)
        var known = device
        known.address = try engine.vault.seal(address, of: device.id, at: now)
        return try store(known)
    }

    /// Stores a device that can be reached again, and lets its person's alarms go on.
    private func store(_ known: Device) throws -> EngineResponse {
        try transaction.update(known)
        try tx.recordSignOfLife(from: known)
        try tx.reconsiderAlarms(ringingFor: known.person, returned: known.id)
        return EngineResponse(200, TokenReplaced(serverTime: now))
    }

    private func foreign(_ platform: Device.Platform, to device: Device) -> Problem {
        Problem(.malformed, detail: "this device is reached by \(device.platform) and not by \(platform)")
    }

    /// The address that a request holds, which its reader has found well-formed but for what only a channel knows.
    private func address(_ read: () throws(DeviceAddressError) -> DeviceAddress?) throws -> DeviceAddress? {
        do {
            return try read()
        } catch .malformed(let platform) {
            throw Problem(
                .malformed,
                detail: "this is no address of platform \(platform)",
                pointer: "/\(platform)"
            )
        }
    }

    /// Makes the enrolment code `code` valid for one registration until ``Limits/enrolment`` has passed.
    package func enroll(_ code: String) throws -> Instant {
        let end = now + engine.limits.enrolment
        try transaction.put(Enrolment(lookup: engine.vault.enrolment(code), expiresAt: end))
        return end
    }

    /// Checks that this computer knows an IANA zone of this name.
    func check(zone: String, at pointer: String) throws {
        _ = try engine.zone(named: zone, at: pointer)
    }

    private func check(_ address: DeviceAddress) throws {
        // A registration request holds the address in a member with the platform's name.
        try engine.channels.check(address, at: "/\(address.platform)")
    }

    /// Uses up a ticket; a wrong one counts as a wrong claim, and its refusal is returned to commit the count.
    private func redeem(_ ticket: RegistrationTicket?, for device: DeviceID) throws -> EngineResponse? {
        switch ticket {
        case .invite(let locator, let auth):
            guard var invite = try tx.pairing.proven(locator: locator, auth: auth) else {
                return EngineResponse(Problem(.notFound))
            }
            // The right proof is a claim: a second device means that the code has leaked, by whichever request it came.
            if let refusal = try tx.pairing.enter(&invite, device: device, of: nil) { return refusal }
            try tx.count(
                as: "registrations",
                under: "registrations",
                perHour: engine.limits.registrationsPerHour,
                perDay: engine.limits.registrationsPerDay,
                tellingOf: .refused
            ) { most, unit in
                Problem(
                    .rateLimited,
                    detail: "\(most) devices \(unit) may register with invites: wait, or ask the operator for a code"
                )
            }
            try tx.noteUnconfirmed(device, by: invite)
            return nil
        case .enrolment(let code):
            let lookup = try engine.vault.enrolment(code)
            guard var enrolment = try transaction.enrolment(lookup), enrolment.usedBy == nil, now < enrolment.expiresAt
            else { return EngineResponse(Problem(.notFound)) }
            enrolment.usedBy = device
            try transaction.put(enrolment)
            return nil
        case nil:
            guard engine.registration == .open else { throw Problem(.registrationClosed) }
            return nil
        }
    }
}
