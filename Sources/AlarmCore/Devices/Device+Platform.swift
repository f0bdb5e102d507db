extension Device {
    /// How a device is reached, by name.
    ///
    /// An open list: a device whose platform this version has no channel for is kept and named, and rings again once a
    /// channel is there.
    public struct Platform: RawRepresentable, Hashable, Sendable {
        /// The name that travels and is stored: 1 to 32 lower-case letters, digits and hyphens.
        public let rawValue: String

        /// Takes a platform's name, else nil.
        public init?(rawValue: String) {
            let name = rawValue.utf8
            guard (1...32).contains(name.count), name.allSatisfy(Self.isAllowed) else { return nil }
            self.rawValue = rawValue
        }

        private init(known name: String) { rawValue = name }

        /// Apple's push service.
        public static let apns = Platform(known: "apns")
        /// The push service of a browser (RFC 8030).
        public static let webPush = Platform(known: "webpush")
        /// The relay's own event stream.
        public static let events = Platform(known: "events")
        /// A server of the person's own, such as a home automation, at an address that another device names.
        public static let webhook = Platform(known: "webhook")

        /// Whether a device can be reached only at an address that it registered.
        ///
        /// The event stream is opened by the device.
        public var needsAddress: Bool { self != .events }

        /// Whether a handoff is of use there: whether a device can arm a system alarm, or keep a notification, without
        /// being shown one.
        ///
        /// Every push to a browser has to show a notification, and none lets it ring by itself; a server arms nothing.
        public var takesHandoffs: Bool { self != .webPush && self != .webhook }

        /// Whether there is no app on it whose texts could be shown, so that a push carries the relay's.
        public var needsTexts: Bool { self == .webPush || self == .webhook }

        /// Whether it is a machine that nobody carries: it is told like a device, and never counts as a phone.
        ///
        /// An alarm whose receiver has nothing else cannot ring anybody.
        public var isServer: Bool { self == .webhook }

        /// Whether a device rings by itself what it has armed, although nothing is heard of it: a system alarm does, a
        /// page that may have been closed does not.
        public var staysArmed: Bool { self != .webPush }

        private static func isAllowed(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
        }
    }
}

extension Device.Platform: CaseIterable {
    /// The platforms that a device can register on, in the order in which errors name them; a server is added by one.
    public static let allCases: [Device.Platform] = [.apns, .webPush, .events]
}

extension Device.Platform: CustomStringConvertible {
    /// The name.
    public var description: String { rawValue }
}
