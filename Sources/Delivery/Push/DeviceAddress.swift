package import AlarmCore
package import AlarmWire

/// A device's address in the clear: only its channel reads it, and it is never printed.
package enum DeviceAddress: Hashable, Sendable {
    /// An app on an Apple device.
    case apns(APNsAddress)
    /// A browser, at its push service.
    case webPush(WebPushAddress)
    /// The event stream, opened by the device.
    case events
    /// A server of the person's own.
    case webhook(WebhookAddress)
    /// An address in a notation that only its channel knows.
    case other(Device.Platform, [UInt8])

    /// The platform of the address.
    package var platform: Device.Platform {
        switch self {
        case .apns: .apns
        case .webPush: .webPush
        case .events: .events
        case .webhook: .webhook
        case .other(let platform, _): platform
        }
    }

    /// The APNs address, if it is one.
    package var apns: APNsAddress? {
        if case .apns(let address) = self { address } else { nil }
    }

    /// The subscription of a browser, if it is one.
    package var webPush: WebPushAddress? {
        if case .webPush(let address) = self { address } else { nil }
    }

    /// The address of a server, if it is one.
    package var webhook: WebhookAddress? {
        if case .webhook(let address) = self { address } else { nil }
    }
}

extension DeviceAddress {
    /// Parses the notation in which an address is sealed.
    ///
    /// - Throws: `DeviceAddressError.malformed` when it is not the platform's.
    package init(_ bytes: [UInt8], on platform: Device.Platform) throws(DeviceAddressError) {
        switch platform {
        case .apns:
            guard let address = APNsAddress(bytes) else { throw .malformed(platform) }
            self = .apns(address)
        case .webPush:
            guard let address = WebPushAddress(bytes) else { throw .malformed(platform) }
            self = .webPush(address)
        case .events: self = .events
        case .webhook:
            guard let address = WebhookAddress(bytes) else { throw .malformed(platform) }
            self = .webhook(address)
        default: self = .other(platform, bytes)
        }
    }

    /// The notation in which the address is sealed.
    package var bytes: [UInt8] {
        switch self {
        case .apns(let address): address.bytes
        case .webPush(let address): address.bytes
        case .events: []
        case .webhook(let address): address.bytes
        case .other(_, let bytes): bytes
        }
    }
}

extension DeviceAddress {
    /// The address in a registration; nil for a platform that needs none.
    package init?(_ request: RegisterDevice) throws(DeviceAddressError) {
        if let push = request.apns {
            try self.init(push)
        } else if let subscription = request.webPush {
            try self.init(subscription)
        } else {
            return nil
        }
    }

    /// The address in a request to replace it; nil for a platform that needs none.
    package init?(_ request: ReplaceToken) throws(DeviceAddressError) {
        if let push = request.apns {
            try self.init(push)
        } else if let subscription = request.webPush {
            try self.init(subscription)
        } else {
            return nil
        }
    }

    /// The address of an Apple push registration.
    package init(_ push: PushRegistration) throws(DeviceAddressError) {
        guard let token = DeviceToken(hex: push.token) else { throw .malformed(.apns) }
        self = .apns(APNsAddress(token: token, environment: push.environment, topic: push.topic))
    }

    /// The address of a browser's subscription.
    package init(_ subscription: WebPushSubscription) throws(DeviceAddressError) {
        guard let address = WebPushAddress(subscription) else { throw .malformed(.webPush) }
        self = .webPush(address)
    }
}

/// An error of an address.
package enum DeviceAddressError: Error, Hashable, Sendable {
    /// The address is not in the notation of its platform.
    case malformed(Device.Platform)
    /// The address is not of the platform that its channel reaches.
    case foreign(Device.Platform)
}

extension DeviceAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The platform only: anyone who knows an address may be able to push to it.
    package var description: String { "<address on \(platform)>" }
    /// The platform only.
    package var debugDescription: String { description }
    /// Empty: `dump` would otherwise show the address.
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
