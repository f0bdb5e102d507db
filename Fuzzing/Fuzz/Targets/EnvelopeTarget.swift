import AlarmCore
import AlarmWire
import Sealing

extension FuzzTarget {
    /// A request's envelope: its shape, its opening, and what lies in it.
    static let envelope = FuzzTarget(name: "envelope") { input in
        require(opensSealed, "what was sealed opens")
        var pieces = FuzzInput(input)
        let kind = pieces.choice(of: 3)
        let rest = Array(pieces.rest)
        switch kind {
        case 0: open(rest)
        case 1:
            guard let request = try? RequestPlaintext(wire: rest) else { return }
            require((try? RequestPlaintext(wire: request.wire)) == request, "a request is read back")
        default:
            let text = String(decoding: rest, as: UTF8.self)
            if let name = EnvelopeKeyID(text) { require(name.description == text, "a key's name has one spelling") }
            if let bytes = Base64URL.decode(utf8: rest) {
                require(Array(Base64URL.encode(bytes).utf8) == rest, "base64url has one spelling")
            }
        }
    }

    private static let key = try? SymmetricKey(bytes: (0..<32).map { UInt8($0) })

    /// Whether the known requests open at all; else nothing would be shown by others that do not.
    private static let opensSealed = sealed.allSatisfy { text in
        guard let key, let envelope = try? CompactJWE(parsing: text, limit: EnvelopeLimits.bytes) else { return false }
        return (try? envelope.open(with: key)) != nil
    }

    /// Nothing opens but what was sealed: the key is known here, and what was sealed under it lies in the corpus.
    private static func open(_ text: [UInt8]) {
        guard let envelope = try? CompactJWE(parsing: text, limit: EnvelopeLimits.bytes) else { return }
        // Sealed text is never of nothing; an envelope may be, and is refused for what does not lie in it.
        let isEmpty = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)[3].isEmpty
        let hasShape = SealedText(String(decoding: text, as: UTF8.self)) != nil
        require(hasShape != isEmpty, "an envelope has the shape of sealed text")
        guard let key, let plaintext = try? envelope.open(with: key) else { return }
        require(sealed.contains(String(decoding: text, as: UTF8.self)), "nobody but the sealer can make an envelope")
        require((try? RequestPlaintext(wire: plaintext)) != nil, "what was sealed is a request")
    }
}
