/// The pairing code's last symbol: a weighted sum over GF(32), which detects every single wrong symbol and every swap.
///
/// `C = 1 ⊕ Σ α^(i+1)·d_i`, with α = 2 and x⁵ + x² + 1 (PA1 section 1). The weights of the 19 symbols are all different
/// and none is 0 or 1, the weight of C itself, so that changing one symbol, or swapping two different ones, changes the
/// sum.
enum CheckSymbol {
    static func compute(over values: some Sequence<UInt8>) -> UInt8 {
        var weight: UInt8 = 1
        var sum: UInt8 = 1
        for value in values {
            weight = product(weight, 2)
            sum ^= product(weight, value)
        }
        return sum
    }

    /// The product in GF(32).
    static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var result: UInt8 = 0
        var shifted = left & 31
        for bit in 0..<5 {
            if right >> UInt8(bit) & 1 == 1 { result ^= shifted }
            shifted = shifted << 1 ^ (shifted & 0b1_0000 == 0 ? 0 : 0b10_0101)
        }
        return result
    }
}
