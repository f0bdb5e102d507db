/// SHA-1 (RFC 3174), only where somebody else prescribes it; by itself it protects nothing.
///
/// RFC 9562 prescribes it for identifiers of UUID version 5, and the provider of calls for its signatures, as part of an
/// HMAC, which needs no more of a hash than SHA-1 still gives. The core imports no cryptography.
package enum SHA1 {
    /// The bytes of a block, as HMAC needs them.
    package static let blockSize = 64

    /// The 20 bytes of a message's hash.
    package static func hash(_ message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        var padded = message
        padded.append(0x80)
        padded.append(contentsOf: repeatElement(0, count: (120 - padded.count % 64) % 64))
        let bitCount = UInt64(message.count) &* 8
        for shift in stride(from: 56, through: 0, by: -8) {
            padded.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
        }
        for start in stride(from: 0, to: padded.count, by: 64) {
            compress(padded[start..<start + 64], into: &state)
        }
        return state.flatMap { word in
            stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
        }
    }

    private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words: [UInt32] = []
        words.reserveCapacity(80)
        for start in stride(from: block.startIndex, to: block.endIndex, by: 4) {
            words.append(block[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) })
        }
        for index in 16..<80 {
            words.append(rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1))
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for (index, word) in words.enumerated() {
            let (mix, constant): (UInt32, UInt32) =
                switch index {
                case ..<20: (b & c | ~b & d, 0x5A82_7999)
                case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            let next = rotate(a, by: 5) &+ mix &+ e &+ constant &+ word
            (a, b, c, d, e) = (next, a, rotate(b, by: 30), c, d)
        }
        for (index, value) in [a, b, c, d, e].enumerated() {
            state[index] &+= value
        }
    }

    private static func rotate(_ word: UInt32, by count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}
