/// Base64url without padding, decoded strictly (RFC 4648, sections 3.5 and 5).
///
/// Foundation's decoder accepts padding, white space on request, and non-zero trailing bits; two spellings of one value
/// would let a replayed envelope pass for a new one.
public enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static let values: [UInt8] = {
        var table = [UInt8](repeating: 0xFF, count: 256)
        for (value, character) in alphabet.enumerated() {
            table[Int(character)] = UInt8(value)
        }
        return table
    }()

    /// The text for `bytes`, without padding.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        encode(array: Array(bytes))
    }

    /// Concrete, since generic code is not specialised for callers in other modules and is some twenty times slower.
    private static func encode(array bytes: [UInt8]) -> String {
        let alphabet = alphabet
        // Exactly this many characters are written, each within the requested capacity.
        return unsafe String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { text in
            var count = 0
            var buffer: UInt32 = 0
            var bits = 0
            for byte in bytes {
                buffer = buffer << 8 | UInt32(byte)
                bits += 8
                while bits >= 6 {
                    bits -= 6
                    unsafe text[count] = alphabet[Int(buffer >> UInt32(bits) & 0x3F)]
                    count += 1
                }
            }
            if bits > 0 {
                unsafe text[count] = alphabet[Int(buffer << UInt32(6 - bits) & 0x3F)]
                count += 1
            }
            return count
        }
    }

    /// The bytes that `text` encodes, or nil unless it is their one canonical encoding.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(utf8: text.utf8)
    }

    /// The bytes that the ASCII text in `utf8` encodes, or nil unless it is their one canonical encoding.
    public static func decode(utf8: some Collection<UInt8>) -> [UInt8]? {
        decode(array: Array(utf8))
    }

    private static func decode(array utf8: [UInt8]) -> [UInt8]? {
        let values = values
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count * 3 / 4)
        var buffer: UInt32 = 0
        var bits = 0
        for character in utf8 {
            let value = values[Int(character)]
            guard value != 0xFF else { return nil }
            buffer = buffer << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        guard bits < 6, buffer & (1 << UInt32(bits) - 1) == 0 else { return nil }
        return bytes
    }
}
