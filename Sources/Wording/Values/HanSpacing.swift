/// The space between Chinese characters and Latin letters or digits.
///
/// Taiwan's and Apple's Chinese style guides ask for it. The catalogues have it inside their own texts; next to an
/// inserted value it depends on the value.
enum HanSpacing {
    /// Whether a space belongs between two neighbours.
    static func parts(_ left: Unicode.Scalar, from right: Unicode.Scalar) -> Bool {
        (isHan(left) && isLatin(right)) || (isLatin(left) && isHan(right))
    }

    static func isHan(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }

    private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0xC0...0x24F: scalar.properties.isAlphabetic
        default: false
        }
    }
}
