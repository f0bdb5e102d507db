package import AlarmCore

/// The answer once given to a request, kept until the request could not be repeated any more (PA1 section 3).
package struct Replay: Hashable, Sendable {
    package var device: DeviceID
    package var jti: [UInt8]
    /// A hash of the request's plaintext.
    package var digest: [UInt8]
    /// The answer's HTTP status.
    package var status: Int
    /// The answer's body, sealed.
    package var body: [UInt8]
    package var expiresAt: Instant

    package init(device: DeviceID, jti: [UInt8], digest: [UInt8], status: Int, body: [UInt8], expiresAt: Instant) {
        self.device = device
        self.jti = jti
        self.digest = digest
        self.status = status
        self.body = body
        self.expiresAt = expiresAt
    }
}
