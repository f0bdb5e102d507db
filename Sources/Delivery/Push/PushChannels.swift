package import AlarmCore
package import AlarmWire

/// The channels to devices, by platform.
package struct PushChannels: Sendable, Sequence {
    private let channels: [Device.Platform: any PushChannel]
    /// The channels, the one with the smallest payloads first.
    private let strictestFirst: [any PushChannel]

    /// Creates a table; of two channels for one platform the later one counts.
    package init(_ channels: [any PushChannel] = []) {
        self.channels = Dictionary(channels.map { ($0.platform, $0) }) { _, last in last }
        strictestFirst = self.channels.values.sorted {
            ($0.payloadLimit, $0.platform.rawValue) < ($1.payloadLimit, $1.platform.rawValue)
        }
    }

    /// The channel for a platform; nil where none is configured.
    package subscript(platform: Device.Platform) -> (any PushChannel)? { channels[platform] }

    /// The channels, the one with the smallest payloads first.
    package func makeIterator() -> some IteratorProtocol<any PushChannel> { strictestFirst.makeIterator() }

    /// The table with one more channel.
    package func adding(_ channel: any PushChannel) -> PushChannels { PushChannels(strictestFirst + [channel]) }

    /// Checks that pushes can be sent to an address that a device wants to register.
    ///
    /// - Throws: the problem `no-gateway`.
    package func check(_ address: DeviceAddress, at pointer: String) throws(Problem) {
        guard let channel = self[address.platform] else {
            throw Problem(
                .noGateway,
                detail: "this relay has no push gateway: its operator has to configure one",
                pointer: pointer
            )
        }
        try channel.check(address, at: pointer)
    }

    /// Checks that every push about an alarm will fit into the smallest payload limit of all channels.
    ///
    /// - Throws: the problem `message-too-large`.
    package func checkSize(of alarm: AlarmPush) throws(Problem) {
        for channel in strictestFirst {
            guard let size = channel.largestPayload(for: alarm), size > channel.payloadLimit else { continue }
            throw Problem(
                .messageTooLarge,
                detail:
                    "its push would have \(size) bytes, and gateways take \(channel.payloadLimit): shorten the message",
                pointer: "/message"
            )
        }
    }
}
