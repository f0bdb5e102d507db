package import AlarmCore

/// A one-time code with which an operator lets a device register.
package struct Enrolment: Hashable, Sendable {
    /// A keyed hash of the code; the code itself is not kept.
    package var lookup: [UInt8]
    package var expiresAt: Instant
    /// The device that used the code.
    package var usedBy: DeviceID?

    package init(lookup: [UInt8], expiresAt: Instant, usedBy: DeviceID? = nil) {
        self.lookup = lookup
        self.expiresAt = expiresAt
        self.usedBy = usedBy
    }
}
