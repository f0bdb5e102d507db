import AlarmCore

/// Every device token that the gateway knows, and what waits for those that are offline.
struct DeviceRegistry {
    private var devices: [String: Device] = [:]

    subscript(token: String) -> Device? { devices[token] }

    mutating func add(_ device: Device, token: String) {
        devices[token] = device
    }

    /// Marks a token as dead; false if it is not known.
    mutating func setStatus(_ status: Device.Status, of token: String) -> Bool {
        guard devices[token] != nil else { return false }
        devices[token]?.status = status
        devices[token]?.stored = nil
        return true
    }

    /// Refuses a push whose token is not one of a live device for `topic` in `environment`.
    func check(token: String, topic: String, environment: GatewaySimulator.Environment) throws(Rejection) {
        guard let device = devices[token], device.environment == environment else {
            throw Rejection(.badDeviceToken)
        }
        guard device.topic == topic else { throw Rejection(.deviceTokenNotForTopic) }
        switch device.status {
        case .live: return
        case .unregistered(let since): throw Rejection(.unregistered, timestamp: since)
        case .expired(let since): throw Rejection(.expiredToken, timestamp: since)
        }
    }

    /// Takes an accepted push: true if the device gets it now, false if it is stored or, having no deadline, dropped.
    ///
    /// Stored means in place of what was stored before, whatever its collapse identifier.
    mutating func accept(_ push: ReceivedPush, token: String, deadline: Instant?) -> Bool {
        guard let device = devices[token] else { return false }
        if device.isOnline { return true }
        if let deadline {
            devices[token]?.stored = Device.Stored(push: push, deadline: deadline)
        }
        return false
    }

    /// Takes a device on or off line; gives what is to be delivered to it at once.
    mutating func setOnline(_ isOnline: Bool, token: String, at now: Instant) -> ReceivedPush? {
        guard devices[token] != nil else { return nil }
        devices[token]?.isOnline = isOnline
        guard isOnline, let stored = devices[token]?.stored else { return nil }
        devices[token]?.stored = nil
        return now <= stored.deadline ? stored.push : nil
    }
}
