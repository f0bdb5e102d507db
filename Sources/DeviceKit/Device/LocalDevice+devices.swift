public import AlarmCore
public import AlarmWire

/// One of a person's devices: the relay's view, and the name that it gave to the device that linked it.
public struct DeviceListing: Hashable, Sendable {
    /// The relay's view.
    public var view: DeviceView
    /// The device's own name, where this device has linked it.
    public var name: String?
}

extension LocalDevice {
    /// Fetches the devices of this device's person, oldest first, this one included.
    ///
    /// - Throws: ``DeviceError/transport(_:)``, ``DeviceError/refused(_:retryAfter:)``.
    public func devices() async throws(DeviceError) -> [DeviceListing] {
        let list = try await perform(Endpoints.Devices.list())
        let known = profile.linkedDevices
        return list.devices.map { view in
            DeviceListing(view: view, name: known.first { $0.id == view.id }?.name)
        }
    }

    /// Adds a server of this device's person, such as a home automation, which the relay tells what it tells devices.
    ///
    /// - Parameters:
    ///   - url: where the relay posts, `https` unless its operator allows others.
    ///   - name: what the server is called on this device; the relay does not know it.
    /// - Returns: the device, and the secret that signs every request, which the relay tells once.
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `malformed` for another URL, `no-channel` where the relay
    ///   sends no webhooks, `quota-exceeded`.
    public func addServer(at url: String, called name: String) async throws(DeviceError) -> WebhookDeviceAdded {
        guard DisplayNameRules.isValid(name) else { throw .unusableName }
        let added = try await perform(Endpoints.Devices.addWebhook(AddWebhookDevice(webhook: url)))
        let server = LinkedDevice(id: added.deviceID, name: name, since: now)
        try update { profile in profile.linkedDevices.append(server) }
        return added
    }

    /// Removes a device of this device's person from the relay: its key and its push token are deleted, and it no
    /// longer rings.
    ///
    /// For a device that was lost or sold. It still has its keys: it could read messages sealed for the person if it
    /// got hold of them, which only the relay could cause. Where that matters, end the pairs and pair anew.
    ///
    /// This device itself can be removed as well; it then deletes its own state.
    ///
    /// - Throws: ``DeviceError/refused(_:retryAfter:)``: `not-found` for a device of somebody else, `conflict` for the
    ///   only device of a person who has pairs.
    public func removeDevice(_ id: DeviceID) async throws(DeviceError) {
        try await perform(Endpoints.Devices.remove(id))
        let now = now
        try update { profile in
            profile.linkedDevices.removeAll { $0.id == id }
            if profile.deviceID == id { profile.forgetRelay(at: now) }
        }
    }

    /// Fetches the pairs of this device's person whose keys this device does not have.
    ///
    /// They were made on another of the person's devices since. Their alarms ring here without their messages until
    /// this device is linked again from the one that has the keys.
    ///
    /// - Throws: ``DeviceError/transport(_:)``, ``DeviceError/refused(_:retryAfter:)``.
    public func pairsOfOtherDevices() async throws(DeviceError) -> [PairID] {
        let list = try await perform(Endpoints.Pairs.list())
        let known = Set(profile.pairs.map(\.id))
        return list.pairs.filter { $0.state == .active && !known.contains($0.id) }.map(\.id)
    }
}

extension Profile {
    /// Forgets the registration with the relay and everything that depends on it.
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
        readWords = []
        unsentReceipts = []
        lostReplies = []
        outdatedAnswers = []
    }
}
