/// The twenty symbols that bring two devices together (PA1 section 1).
///
/// Its secret must not reach a log: what prints a code by accident prints the locator alone. ``formatted`` is the one way
/// to the whole.
public struct PairingCode: Hashable, Sendable {
    /// How many symbols locate the invite: 5.
    public static let locatorLength = 5
    /// How many symbols are secret: 14, which is 70 bits.
    public static let secretLength = 14
    /// How many symbols there are in all: 20.
    public static let length = locatorLength + secretLength + 1

    /// The first five symbols, by which the relay finds the invite; public.
    public let locator: String
    /// The next fourteen symbols, which the relay never learns; the key material `ASCII(S)`.
    public let secret: String

    /// Makes a code of its two parts, in canonical spelling; nil if one is not.
    public init?(locator: String, secret: String) {
        guard Self.isLocator(locator), secret.utf8.count == Self.secretLength,
            CrockfordBase32.values(secret) != nil
        else { return nil }
        self.locator = locator
        self.secret = secret
    }

    /// Reads what a person typed, or what stood in a link.
    ///
    /// Case, `-`, spaces and tabs do not matter; `I` and `L` are 1, `O` is 0.
    ///
    /// - Throws: what is wrong. A code that passes here costs no attempt for a typo.
    public init(typed text: some StringProtocol) throws(PairingCodeError) {
        var values: [UInt8] = []
        for scalar in text.unicodeScalars where !["-", " ", "\t"].contains(scalar) {
            guard scalar.isASCII, let value = CrockfordBase32.value(ofTyped: UInt8(scalar.value)) else {
                throw .symbol(scalar, position: values.count + 1)
            }
            values.append(value)
            guard values.count <= 4 * Self.length else { break }
        }
        guard values.count == Self.length else { throw .length(found: values.count) }
        guard CheckSymbol.compute(over: values.dropLast()) == values.last else { throw .check }
        self.locator = CrockfordBase32.text(values.prefix(Self.locatorLength))
        self.secret = CrockfordBase32.text(values.dropFirst(Self.locatorLength).prefix(Self.secretLength))
    }

    /// Draws a locator: 25 bits, uniformly.
    public static func randomLocator(using generator: inout some RandomNumberGenerator) -> String {
        CrockfordBase32.text((0..<locatorLength).map { _ in UInt8.random(in: 0..<32, using: &generator) })
    }

    /// Whether `text` is a locator in canonical spelling.
    public static func isLocator(_ text: String) -> Bool {
        text.utf8.count == locatorLength && CrockfordBase32.values(text) != nil
    }

    /// The secret that is the fingerprint of a key: the first 70 bits of `digest`, or nil when it is shorter.
    public static func secret(ofDigest digest: [UInt8]) -> String? {
        CrockfordBase32.text(firstSymbols: secretLength, of: digest)
    }

    /// The whole code for the eyes of its owner, `LLLLL-SSSSS-SSSSS-SSSSC`; never for a log.
    public var formatted: String {
        let values = CrockfordBase32.values(locator + secret) ?? []
        let symbols = Array(locator + secret + CrockfordBase32.text([CheckSymbol.compute(over: values)]))
        return stride(from: 0, to: symbols.count, by: 5)
            .map { String(symbols[$0..<min($0 + 5, symbols.count)]) }
            .joined(separator: "-")
    }
}

extension PairingCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The locator, and dots for the rest.
    public var description: String { "\(locator)-•••••-•••••-•••••" }

    /// The locator, and dots for the rest.
    public var debugDescription: String { description }

    /// A mirror that shows the locator alone, so that `dump` tells no more than `print`.
    public var customMirror: Mirror { Mirror(self, children: ["locator": locator]) }
}
