package import AlarmCore

/// How much a store holds, for its operator: numbers, and nobody's name.
package struct StoreCounts: Hashable, Sendable {
    /// Letters and text messages that have not been sent yet, by one medium.
    package struct Letters: Hashable, Sendable {
        package var count: Int
        /// The time at which the oldest of them was ordered.
        package var oldest: Instant

        package init(count: Int, oldest: Instant) {
            self.count = count
            self.oldest = oldest
        }
    }

    /// The people who have a device.
    package var people = 0
    package var devices = 0
    /// The devices on which so many alarms in a row rang without an answer that somebody should look.
    package var silentDevices = 0
    /// The pairs that have not been revoked.
    package var pairs = 0
    /// The alarms and deadlines that are still to come.
    package var wakes = 0
    /// The documents of each kind that there is one of.
    package var documents: [Document.Kind: Int] = [:]
    /// The pushes that may be sent and have not been, by their devices' platforms.
    package var pushes: [Device.Platform: Int] = [:]
    /// The letters and messages that have not been sent, those included that wait for another attempt.
    package var letters: [Destination.Medium: Letters] = [:]
    /// The time of the next delivery that waits for its own, and was never tried; nil where there is none.
    package var nextDelivery: Instant?

    package init() {}
}
