package import AlarmCore
import AlarmWire
import Storage

extension RelayTransaction {
    private static let unconfirmedKey = "unconfirmed devices"

    /// Notes that a device has registered with an invite: until that is confirmed, it can do nothing but pair.
    package func noteUnconfirmed(_ device: DeviceID, by invite: Invite) throws {
        try changeUnconfirmed { devices in
            devices.append(UnconfirmedDevice(id: device, leavesAt: invite.expiresAt + engine.limits.unconfirmed))
        }
    }

    /// Notes that a device claims an invite: one that nobody has confirmed stays for it.
    package func followClaim(of invite: Invite, by device: DeviceID) throws {
        try changeUnconfirmed { devices in
            for index in devices.indices where devices[index].id == device {
                devices[index].leavesAt = invite.expiresAt + engine.limits.unconfirmed
            }
        }
    }

    /// Notes that an invite has ended without a confirmation: the device that registered with it goes soon.
    package func noteEnd(of invite: Invite) throws {
        guard !invite.state.isLive, invite.state != .active, let claimer = invite.claimer else { return }
        let end = now + engine.limits.unconfirmed
        try changeUnconfirmed { devices in
            for index in devices.indices where devices[index].id == claimer {
                devices[index].leavesAt = min(devices[index].leavesAt, end)
            }
        }
    }

    /// Notes that a device's invite was confirmed, so that it stays and may do everything.
    package func noteConfirmed(_ device: DeviceID) throws {
        try changeUnconfirmed { devices in devices.removeAll { $0.id == device } }
    }

    /// Checks that a person has a device which is more than an invite's.
    ///
    /// - Throws: the problem `conflict` otherwise: a code alone, which anybody can make for themselves, must not be
    ///   enough to have letters sent, or to fill the disk.
    package func requireConfirmed(_ person: PersonID) throws {
        let unconfirmed = Set(try unconfirmedDevices().map(\.id))
        guard !unconfirmed.isEmpty else { return }
        let devices = try transaction.devices(of: person).filter { !$0.platform.isServer }
        guard devices.isEmpty || devices.contains(where: { !unconfirmed.contains($0.id) }) else {
            throw Problem(
                .conflict,
                detail: "this device has registered with an invite that is not confirmed: finish pairing first"
            )
        }
    }

    /// Removes the devices whose invites came to nothing a while ago; returns how many.
    ///
    /// One that has anything else stays, unconfirmed as it is, and is looked at again a day later.
    func removeUnconfirmed() throws -> Int {
        let due = try unconfirmedDevices().filter { $0.leavesAt <= now }
        guard !due.isEmpty else { return 0 }
        var gone: Set<DeviceID> = []
        for entry in due {
            if let device = try transaction.device(entry.id) {
                guard try hasNothing(device) else { continue }
                try transaction.delete(device.id)
                commitEffects.departed.insert(device.id)
            }
            gone.insert(entry.id)
        }
        try changeUnconfirmed { devices in
            devices.removeAll { gone.contains($0.id) }
            for index in devices.indices where devices[index].leavesAt <= now {
                devices[index].leavesAt = now + .days(1)
            }
        }
        return gone.count
    }

    private func hasNothing(_ device: Device) throws -> Bool {
        try transaction.devices(of: device.person).map(\.id) == [device.id]
            && transaction.pairs(of: device.person).isEmpty && transaction.documents(of: device.person).isEmpty
            && transaction.liveAlarms(of: device.person, limit: 1).isEmpty
            && transaction.liveInvites(of: device.id, at: now).isEmpty
    }

    private func unconfirmedDevices() throws -> [UnconfirmedDevice] {
        UnconfirmedDevice.all(in: try transaction.value(Self.unconfirmedKey) ?? [])
    }

    private func changeUnconfirmed(_ change: (inout [UnconfirmedDevice]) -> Void) throws {
        let former = try unconfirmedDevices()
        var devices = former
        change(&devices)
        guard devices != former else { return }
        try transaction.setValue(devices.isEmpty ? nil : devices.flatMap(\.bytes), for: Self.unconfirmedKey)
    }
}

/// A device that has registered with an invite which is not confirmed.
private struct UnconfirmedDevice: Equatable {
    private static let size = 24

    let id: DeviceID
    /// The time from which it is removed.
    var leavesAt: Instant

    /// The stored form: the identifier and the time.
    var bytes: [UInt8] {
        let time = UInt64(bitPattern: leavesAt.milliseconds)
        return id.bytes + (0..<8).map { UInt8(truncatingIfNeeded: time >> (56 - 8 * UInt64($0))) }
    }

    /// Decodes a stored list; what is unreadable is left out.
    static func all(in bytes: [UInt8]) -> [UnconfirmedDevice] {
        stride(from: 0, through: bytes.count - size, by: size).compactMap { start in
            guard let id = DeviceID(bytes: bytes[start..<start + 16]) else { return nil }
            let time = bytes[start + 16..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return UnconfirmedDevice(id: id, leavesAt: Instant(milliseconds: Int64(bitPattern: time)))
        }
    }
}
