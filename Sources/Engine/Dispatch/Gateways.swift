package import AlarmCore
package import Delivery

/// The push gateways that the relay has keys for.
package struct Gateways: Sendable {
    /// Apple's push service; nil when no key is configured.
    package var apns: (any Channel)?
    /// The app topics that the key may push to.
    package var topics: Set<String>
    /// The worlds that are served.
    package var environments: Set<Device.PushEnvironment>
    /// The ways to people who have no app.
    package var letters: Letters

    package init(
        apns: (any Channel)? = nil,
        topics: Set<String> = [],
        environments: Set<Device.PushEnvironment> = Set(Device.PushEnvironment.allCases),
        letters: Letters = Letters()
    ) {
        self.apns = apns
        self.topics = topics
        self.environments = environments
        self.letters = letters
    }
}
