package import AlarmCore

/// One gateway of a channel, which fails and recovers independently of the others.
package struct ChannelOrigin: Hashable, Sendable {
    /// The channel, as in `apns` or `email`.
    package let channel: String
    /// The gateway's name within the channel, as in `production`; empty where it is the only one.
    package let origin: String

    /// Names an origin of a platform's channel.
    package init(_ platform: Device.Platform, _ origin: String = "") {
        channel = platform.rawValue
        self.origin = origin
    }

    /// Names the origin of a medium to contacts.
    package init(_ medium: Destination.Medium) {
        channel = medium.rawValue
        origin = ""
    }

    private init(channel: String, origin: String) {
        self.channel = channel
        self.origin = origin
    }

    /// The placeholder for every origin of a channel that its operator did not configure.
    package static func others(of channel: String) -> ChannelOrigin { ChannelOrigin(channel: channel, origin: "other") }
}

extension ChannelOrigin: CustomStringConvertible {
    /// Channel and origin, for people.
    package var description: String { origin.isEmpty ? channel : "\(channel) \(origin)" }
}
