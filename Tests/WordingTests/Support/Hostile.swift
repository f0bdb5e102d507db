/// Names that imitate markup, placeholders or control characters.
enum Hostile {
    private static let pieces = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'", "\"", "&amp;", "&", "<!--", "-->", "]]>",
        "</title>", "</bdi>", "{person}", "{link}", "}", "{", "\r\nBcc: x@example.org", "\n", "\r", "\t", "\u{0}",
        "\u{1B}[2J",
        "\u{202E}", "\u{2066}", "\u{200F}", "\u{2028}", "\u{85}", "שלום", "مرحبا", "王", "Alice", " ", "  ",
        "e\u{0301}\u{0301}",
        "👩‍👩‍👧", "\u{FEFF}", "\u{200B}", "javascript:", "https://evil.example/", String(repeating: "x", count: 70),
    ]

    static func name(_ random: inout some RandomNumberGenerator) -> String {
        (0..<Int.random(in: 0...8, using: &random)).map { _ in
            Bool.random(using: &random)
                ? pieces[Int.random(in: pieces.indices, using: &random)]
                : Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)).map { String($0) } ?? "?"
        }.joined()
    }
}
