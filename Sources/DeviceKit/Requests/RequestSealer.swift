import AlarmCore
import AlarmWire
import Sealing

/// Makes the requests of one registered device (PA1 section 3).
struct RequestSealer: Sendable {
    let origin: Origin
    /// The `kid` of every envelope.
    let keyID: EnvelopeKeyID
    private let keys: RequestKeys

    init(origin: Origin, deviceKey: SymmetricKey, keyID: EnvelopeKeyID) throws(SealingError) {
        self.origin = origin
        self.keyID = keyID
        self.keys = try RequestKeys(deviceKey: deviceKey)
    }

    /// Seals one request; a retry sends the same bytes and never seals again.
    func seal(_ plaintext: RequestPlaintext) throws(DeviceError) -> WireRequest {
        let envelope = try DeviceError.mapping {
            try CompactJWE.seal(plaintext.wire, with: keys.request, keyID: keyID.description)
        }
        guard envelope.utf8.count <= EnvelopeLimits.bytes else {
            throw .requestTooLarge(bytes: envelope.utf8.count, limit: EnvelopeLimits.bytes)
        }
        var request = WireRequest(origin: origin, method: plaintext.method, target: plaintext.target)
        if plaintext.method.carriesBody {
            request.headers = [.init("content-type", EnvelopeLimits.mediaType)]
            request.body = Array(envelope.utf8)
        } else {
            request.headers = [.init("authorization", "\(EnvelopeLimits.scheme) \(envelope)")]
        }
        return request
    }
}
