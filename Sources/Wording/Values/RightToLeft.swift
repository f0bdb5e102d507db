extension String {
    /// The text between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE, if it has letters of a right-to-left script.
    ///
    /// Otherwise an Arabic or Hebrew name would reverse the punctuation and numbers beside it (Unicode UAX #9). Other
    /// texts stay unchanged, because two more characters in an SMS cost money.
    var isolatedIfRightToLeft: String {
        unicodeScalars.contains(where: Self.isWrittenLeftwards) ? "\u{2068}\(self)\u{2069}" : self
    }

    /// Whether a scalar lies in a block that Unicode reserves for right-to-left scripts.
    private static func isWrittenLeftwards(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
