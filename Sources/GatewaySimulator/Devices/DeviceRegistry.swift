import AlarmCore

/// Every device token that the gateway knows, with the pushes held for devices that are offline.
struct DeviceRegistry {
    private var devices: [String: GatewayDevice] = [:]
    /// The devices for which a background push is held.
    private var holding: Set<String> = []
    private let backgroundLimit: Int?

    /// Creates an empty registry; `backgroundLimit` is the number of background pushes per app and hour, nil for all.
    init(backgroundLimit: Int?) {
        self.backgroundLimit = backgroundLimit.map { max(0, $0) }
    }

    subscript(token: String) -> GatewayDevice? { devices[token] }

    mutating func add(_ device: GatewayDevice, token: String) {
        devices[token] = device
        holding.remove(token)
    }

    /// Marks a token as live or dead; returns false if it is not known.
    mutating func setStatus(_ status: GatewayDevice.Status, of token: String) -> Bool {
        guard devices[token] != nil else { return false }
        devices[token]?.status = status
        devices[token]?.stored = nil
        devices[token]?.background.discard()
        holding.remove(token)
        return true
    }

    /// Refuses a push whose token does not belong to a live device for `topic` in `environment`.
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

    /// Takes an accepted push; returns true if the device gets it now, false if it is stored or dropped.
    ///
    /// A stored push replaces the one stored before, whatever its collapse identifier.
    mutating func accept(_ arrival: GatewayDevice.Arrival, token: String) -> Bool {
        guard let device = devices[token] else { return false }
        guard device.isOnline else {
            if arrival.deadline != nil { devices[token]?.stored = arrival }
            return false
        }
        guard arrival.isBackground else { return true }
        return takeBackground(arrival, token: token, at: arrival.push.receivedAt)
    }

    /// Sets a device online or offline; returns the push that is to be delivered to it at once.
    mutating func setOnline(_ isOnline: Bool, token: String, at now: Instant) -> ReceivedPush? {
        guard devices[token] != nil else { return nil }
        devices[token]?.isOnline = isOnline
        guard isOnline, let stored = devices[token]?.stored else { return nil }
        devices[token]?.stored = nil
        guard let deadline = stored.deadline, now <= deadline else { return nil }
        guard stored.isBackground else { return stored.push }
        return takeBackground(stored, token: token, at: now) ? stored.push : nil
    }

    /// Allows or forbids an app's background pushes; returns the push that is to be delivered at once.
    mutating func setBackgroundAllowed(_ isAllowed: Bool, token: String, at now: Instant) -> ReceivedPush? {
        devices[token]?.background.setAllowed(isAllowed)
        guard isAllowed else {
            holding.remove(token)
            return nil
        }
        guard devices[token]?.isOnline == true, holding.remove(token) != nil else { return nil }
        return devices[token]?.background.release(at: now)
    }

    /// When the next held background push is due; nil if none can be delivered.
    var nextDue: Instant? {
        guard let backgroundLimit else { return nil }
        return holding.compactMap { token in
            devices[token].flatMap { $0.isOnline ? $0.background.due(limit: backgroundLimit) : nil }
        }.min()
    }

    /// Removes and returns the held background pushes that are due.
    mutating func takeDue(at now: Instant) -> [(token: String, push: ReceivedPush)] {
        guard !holding.isEmpty, let backgroundLimit else { return [] }
        var pushes: [(token: String, push: ReceivedPush)] = []
        for token in holding.sorted() {
            guard let device = devices[token], device.isOnline,
                let due = device.background.due(limit: backgroundLimit), due <= now
            else { continue }
            holding.remove(token)
            if let push = devices[token]?.background.release(at: now) { pushes.append((token, push)) }
        }
        return pushes
    }

    private mutating func takeBackground(_ arrival: GatewayDevice.Arrival, token: String, at now: Instant) -> Bool {
        guard devices[token]?.background.take(arrival, at: now, limit: backgroundLimit) == true else {
            if devices[token]?.background.held != nil { holding.insert(token) }
            return false
        }
        holding.remove(token)
        return true
    }
}
