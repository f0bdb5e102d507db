public import AlarmCore

extension PairKeys {
    /// The most messages that one generation should seal: 2²⁰.
    public static let messagesPerGeneration = 1 << 20
    /// The longest that one generation should seal: 90 days.
    public static let lifetimeOfGeneration = Span.days(90)

    /// Whether this side should `rotate()` before it seals again.
    ///
    /// - Parameters:
    ///   - messages: how many messages this side has sealed in this generation.
    ///   - start: when the generation began.
    ///   - now: the present.
    /// - Returns: true once either bound is reached.
    public static func isRotationDue(messages: Int, since start: Instant, now: Instant) -> Bool {
        messages >= messagesPerGeneration || now - start >= lifetimeOfGeneration
    }

    /// Pads and seals `message` for the other side: the sealed message of PA1 section 5.
    ///
    /// - Parameter message: JSON in UTF-8, at most 2,048 bytes.
    /// - Returns: a compact JWE whose `kid` identifies the key to the receiver.
    /// - Throws: `SealingError.tooLong`, `.randomnessUnavailable`, `.library`.
    public func seal(_ message: [UInt8]) throws(SealingError) -> String {
        let key = try sending()
        let padded = try PaddedMessage.pad(message)
        do {
            return try CompactJWE.seal(padded, with: key.key, keyID: key.keyID)
        } catch JWEError.sealing(let error) {
            throw error
        } catch {
            throw .library(operation: "sealing a message", reason: error.description)
        }
    }

    /// Opens a message of the other side, padding included, and advances to its generation if that is newer.
    ///
    /// - Throws: `SealingError.unknownGeneration` for a key id that is missing or out of reach, `.cannotOpen`,
    ///   `.library`.
    public mutating func open(_ message: CompactJWE) throws(SealingError) -> [UInt8] {
        guard let keyID = message.keyID else { throw .unknownGeneration }
        let key = try receiving(keyID: keyID)
        let plaintext: [UInt8]
        do {
            plaintext = try message.open(with: key.key)
        } catch JWEError.sealing(let error) {
            throw error
        } catch {
            throw .cannotOpen
        }
        try advance(to: key.generation)
        return plaintext
    }

    /// Opens a message that this side itself sealed, on any of its person's devices; does not advance the generation.
    ///
    /// For showing sent messages. A message that claims to come from somebody else must never be opened this way.
    ///
    /// - Throws: `SealingError.unknownGeneration`, `.cannotOpen`, `.library`.
    public func openOwn(_ message: CompactJWE) throws(SealingError) -> [UInt8] {
        guard let keyID = message.keyID else { throw .unknownGeneration }
        do {
            return try message.open(with: try key(keyID: keyID, from: side).key)
        } catch let error as SealingError {
            throw error
        } catch JWEError.sealing(let error) {
            throw error
        } catch {
            throw .cannotOpen
        }
    }
}
