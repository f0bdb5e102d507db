package import AlarmCore
package import AlarmWire

/// A channel for pushes to Apple devices: the one to APNs, or a stand-in.
package protocol APNsPushing: PushChannel {
    /// The apps that the channel has a key for.
    var apps: APNsApps { get }
}

/// The apps that a key may push to.
package struct APNsApps: Hashable, Sendable {
    /// The apps' bundle identifiers.
    package var topics: Set<String>
    /// The environments served.
    package var environments: Set<PushRegistration.Environment>

    /// Names apps, by default in both environments.
    package init(
        _ topics: Set<String>,
        environments: Set<PushRegistration.Environment> = Set(PushRegistration.Environment.allCases)
    ) {
        self.topics = topics
        self.environments = environments
    }
}

extension APNsPushing {
    package var platform: Device.Platform { .apns }

    package var origins: [ChannelOrigin] {
        PushRegistration.Environment.allCases.filter(apps.environments.contains).map(\.origin)
    }

    package var retryLabels: [String] { RetryReason.commonLabels + RetryReason.apnsLabels }

    package var payloadLimit: Int { PushPayload.limit }

    package func largestPayload(for alarm: AlarmPush) -> Int? {
        PushPayload.surelyFits(alarm) ? nil : PushPayload.largestSize(for: alarm)
    }

    package func check(_ address: DeviceAddress, at pointer: String) throws(Problem) {
        guard let address = address.apns else {
            throw Problem(.malformed, detail: "this is no push token", pointer: pointer)
        }
        guard apps.topics.contains(address.topic) else {
            let topics = apps.topics.sorted().joined(separator: ", ")
            throw Problem(
                .noGateway,
                detail: "this relay pushes to the topics \(topics) only",
                pointer: pointer + "/topic"
            )
        }
        guard apps.environments.contains(address.environment) else {
            let environments = apps.environments.map(\.rawValue).sorted().joined(separator: ", ")
            throw Problem(
                .noGateway,
                detail: "this relay pushes to \(environments) only",
                pointer: pointer + "/environment"
            )
        }
    }

    package func render(_ content: PushContent, to destination: PushDestination) throws -> RenderedPush {
        guard let address = destination.address.apns else {
            throw DeviceAddressError.foreign(destination.address.platform)
        }
        return RenderedPush(
            content,
            to: destination,
            through: address.environment.origin,
            collapseID: PushPayload.collapseID(alarm: content.alarm.id, stage: content.alarm.stage),
            body: .bytes(try content.payload { try PushPayload($0, urgency: content.urgency).bytes })
        )
    }
}

extension PushRegistration.Environment {
    /// The origin of the gateway that serves the environment.
    var origin: ChannelOrigin { ChannelOrigin(.apns, rawValue) }
}
