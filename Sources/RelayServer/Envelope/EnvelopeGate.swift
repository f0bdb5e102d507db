package import AlarmCore
package import AlarmWire
package import Engine
package import Sealing
import Storage

/// Opens the envelope of a request or refuses it (PA1 section 3).
///
/// Every fault before the envelope opens is answered with the same problem, so that a caller without a key cannot learn
/// which devices exist or how far a forgery came. Later faults are described, because only the device reads them.
package struct EnvelopeGate: Sendable {
    private let engine: Engine
    private let keys = RequestKeyCache()
    /// A key that opens nothing; used for unknown devices, so that a stranger sees less of a difference in time.
    private let dummyKey: SymmetricKey

    /// Creates a gate for an engine's devices.
    ///
    /// - Throws: `SealingError.randomnessUnavailable`.
    package init(engine: Engine) throws(SealingError) {
        self.engine = engine
        dummyKey = try SymmetricKey.random()
    }

    /// Opens an envelope that came with a request.
    ///
    /// - Parameters:
    ///   - envelope: the compact JWE, at most 8 KiB.
    ///   - method: the method of the request.
    ///   - target: the raw request target, path and query as received.
    /// - Returns: the authenticated request.
    /// - Throws: the problem to answer with, or a `StoreError`.
    package func open(_ envelope: [UInt8], method: String, target: String) async throws -> AuthenticatedRequest {
        guard envelope.count <= EnvelopeLimits.bytes else { throw Problem(.payloadTooLarge) }
        let (device, plaintext) = try await authenticate(envelope)
        let request: RequestPlaintext
        do {
            request = try RequestPlaintext(wire: plaintext)
        } catch {
            throw Problem(error)
        }
        guard request.method.rawValue == method, request.target.utf8.elementsEqual(target.utf8) else {
            throw Problem(.unauthorized, detail: "The envelope was made for another method or request target.")
        }
        let now = engine.clock.now()
        // Of a request from before a restoration nobody can tell whether it was answered: the device makes it anew.
        guard request.isFresh(at: now), engine.health.restoration?.refuses(request.issuedAt, at: now) != true else {
            throw Problem(.clockSkew, serverTime: now)
        }
        engine.noteHeard(device, at: now)
        let name = RequestName(
            device: device.id,
            jti: request.id.bytes,
            digest: try SHA256.hash(plaintext),
            issuedAt: request.issuedAt
        )
        return AuthenticatedRequest(device: device, name: name, body: request.body)
    }

    /// Returns the device that sealed an envelope, and the plaintext.
    private func authenticate(_ envelope: [UInt8]) async throws -> (Device, plaintext: [UInt8]) {
        guard let jwe = try? CompactJWE(parsing: envelope, limit: EnvelopeLimits.bytes) else {
            throw Problem(.unauthorized)
        }
        guard let keyID = jwe.keyID.flatMap({ EnvelopeKeyID($0) }),
            let device = try await engine.store.device(keyID.device),
            device.keyGeneration == keyID.generation, !device.platform.isServer
        else {
            _ = try? jwe.open(with: dummyKey)
            throw Problem(.unauthorized)
        }
        let key = try keys.key(keyID) {
            let deviceKey = try SymmetricKey(bytes: engine.vault.openDeviceKey(of: device))
            return try RequestKeys(deviceKey: deviceKey).request
        }
        guard let plaintext = try? jwe.open(with: key) else { throw Problem(.unauthorized) }
        return (device, plaintext)
    }
}

/// A request with an open and fresh envelope that was made for this method and target.
package struct AuthenticatedRequest: Sendable {
    /// The device that sealed the request.
    package let device: Device
    /// The name of the request, by which a repeat is recognised.
    package let name: RequestName
    /// The message, if any.
    package let body: JSONValue?

    /// Decodes the message strictly.
    ///
    /// - Throws: a problem that names the fault and its place.
    package func message<Message: WireDecodable>() throws(Problem) -> Message {
        do {
            return try Message(json: body, at: "")
        } catch {
            throw Problem(error)
        }
    }
}
