/// The report's colours, by their names in the style sheet, each for light and dark.
///
/// Every text has a contrast of at least 4.5 to its background, every mark of 3 (WCAG 2.2, 1.4.3 and 1.4.11).
struct Palette {
    /// A colour in 24 bits: red, green, blue.
    struct Colour: Hashable {
        let value: UInt32

        /// The colour in CSS notation.
        var css: String {
            let digits = String(value, radix: 16)
            return "#" + String(repeating: "0", count: 6 - digits.count) + digits
        }

    }

    let light: [(name: String, colour: Colour)]
    let dark: [(name: String, colour: Colour)]

    /// The colours of every report.
    static let report = Palette(colours)

    private init(_ colours: KeyValuePairs<String, (light: UInt32, dark: UInt32)>) {
        light = colours.map { ($0.key, Colour(value: $0.value.light)) }
        dark = colours.map { ($0.key, Colour(value: $0.value.dark)) }
    }

    private static let colours: KeyValuePairs<String, (light: UInt32, dark: UInt32)> = [
        "page": (0xF4F6F9, 0x11141A), "card": (0xFFFFFF, 0x1A1E26), "ink": (0x1A1F27, 0xE9ECF1),
        "dim": (0x566070, 0xA6B0BE), "edge": (0xD4DAE3, 0x39414F), "gap": (0xBAC3D0, 0x4A5464),
        "grid": (0xE4E8EE, 0x2A313C),
        "link": (0x0B57B0, 0x86B7FF), "due": (0xA61B63, 0xFF8FC6), "shade": (0xF1F2F5, 0x232934),
        "strip": (0xDFE3EA, 0x333B49),
        "good": (0x12682F, 0x63D391), "good-back": (0xE2F4E7, 0x15301F), "bad": (0xAE1F18, 0xFF9188),
        "bad-back": (0xFCE8E6, 0x3D1D1B),
        "request": (0x1D5FC2, 0x82B4FF), "push": (0x7537B5, 0xCBA3FF), "refusal": (0xB3201A, 0xFF8A80),
        "arrival": (0x0A6F86, 0x5FCBDC), "arming": (0x1D7038, 0x74D38E), "disarming": (0x5A6878, 0xA4B1C0),
        "ring": (0xB54708, 0xFFB171), "silent-ring": (0x80602C, 0xD8BB8D), "answer": (0x12682F, 0x63D391),
        "notice": (0x3A55C9, 0xA3B4FF), "change": (0x525C6B, 0xB5BECB), "note": (0x66717F, 0x9AA5B3),
        "state": (0x3F4A5A, 0xC3CCD8),
        "scheduled": (0xDCE6F6, 0x2B3A54), "armed": (0xCBEAD6, 0x1E4631), "ringing": (0xFFD6AE, 0x5F3A12),
        "snoozed": (0xE7DBF8, 0x41315E), "blocked": (0xF4D6D3, 0x57292A), "acknowledged": (0xBDE5CA, 0x1C5434),
        "missed": (0xF2BFBA, 0x662C28), "cancelled": (0xDBDFE5, 0x3B424E), "told": (0xD3E3F0, 0x27404F),
        "unknown": (0xE4E8EE, 0x333B49),
    ]
}
