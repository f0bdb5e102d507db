package import AlarmCore

/// The stored response to a request, kept until the request could no longer be repeated (PA1 section 3).
package struct Replay: Hashable, Sendable {
    package var device: DeviceID
    package var jti: [UInt8]
    /// A hash of the request's plaintext.
    package var digest: [UInt8]
    /// The HTTP status of the response.
    package var status: Int
    /// The body of the response, sealed.
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
