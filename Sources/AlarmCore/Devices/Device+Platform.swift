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

        /// Whether a device can be reached only at an address that it registered.
        ///
        /// The event stream is opened by the device.
        public var needsAddress: Bool { self != .events }

        /// Whether a handoff is of use there: whether a device can arm a system alarm, or keep a notification, without
        /// being shown one.
        ///
        /// Every push to a browser has to show a notification, and none lets it ring by itself.
        public var takesHandoffs: Bool { self != .webPush }

        private static func isAllowed(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
        }
    }
}

extension Device.Platform: CaseIterable {
    /// The platforms that a device can register on, in the order in which errors name them.
    public static let allCases: [Device.Platform] = [.apns, .webPush, .events]
}

extension Device.Platform: CustomStringConvertible {
    /// The name.
    public var description: String { rawValue }
}
