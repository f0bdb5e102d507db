public import AlarmCore
public import AlarmWire

/// One of a person's devices: what the relay tells, and the name it gave to the device that linked it.
public struct DeviceListing: Hashable, Sendable {
    /// What the relay tells.
    public var view: DeviceView
    /// What it calls itself, where this device has linked it.
    public var name: String?
}

extension LocalDevice {
    /// Asks the relay for the devices of this device's person, oldest first, this one included.
    ///
    /// - Throws: ``DeviceError/transport(_:)``, ``DeviceError/refused(_:retryAfter:)``.
    public func devices() async throws(DeviceError) -> [DeviceListing] {
        let list: DeviceList = try await call(.get, Routes.devices)
        let known = profile.linkedDevices
        return list.devices.map { view in
            DeviceListing(view: view, name: known.first { $0.id == view.id }?.name)
        }
    }

    /// Removes a device of this device's person from the relay: its key and its push token are forgotten, and nothing rings
    /// on it any more.
    ///
    /// For one that was lost or sold. It keeps the keys that it has: what was sealed for the person it could still read if it
    /// got hold of it, which only the relay could give it. Where that matters, end the pairs and pair anew.
    ///
    /// This very device can be removed as well; it forgets all that it had then.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `not-found` for a device of somebody else, `conflict` for the only
    ///   device of a person who has pairs.
    public func removeDevice(_ id: DeviceID) async throws(DeviceError) {
        try await call(.delete, Routes.device(id))
        let now = now
        try update { profile in
            profile.linkedDevices.removeAll { $0.id == id }
            if profile.deviceID == id { profile.forgetRelay(at: now) }
        }
    }

    /// Asks the relay for pairs of this device's person whose keys this device does not have.
    ///
    /// They were made on another of the person's devices since. Their alarms ring here without their words until this
    /// device is linked again from the one that has them.
    ///
    /// - Throws: ``DeviceError/transport(_:)``, ``DeviceError/refused(_:retryAfter:)``.
    public func pairsOfOtherDevices() async throws(DeviceError) -> [PairID] {
        let list: PairList = try await call(.get, Routes.pairs)
        let known = Set(profile.pairs.map(\.id))
        return list.pairs.filter { $0.state == .active && !known.contains($0.id) }.map(\.id)
    }
}

extension Profile {
    /// Forgets all that a relay knew this device by.
    mutating func forgetRelay(at now: Instant) {
        deviceID = nil
        keyGeneration = 0
        for index in pairs.indices { pairs[index].end(at: now) }
        circles = []
        linkedDevices = []
        invites = []
        claims = []
        cursor = nil
        incoming = []
        outgoing = []
        unsentReceipts = []
    }
}
