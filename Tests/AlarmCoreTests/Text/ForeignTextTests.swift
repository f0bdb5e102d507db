import AlarmCore
import Testing

@Suite("Foreign text on a terminal")
struct ForeignTextTests {
    @Test(
        "Nothing that another person wrote steers the terminal",
        arguments: [
            ("\u{1B}[2J\u{1B}]0;owned\u{07}", "\u{FFFD}[2J\u{FFFD}]0;owned\u{FFFD}"),
            ("\u{9B}31m", "\u{FFFD}31m"),
            ("a\r\nb\tc", "a  b c"),
            ("one\u{2028}two", "one two"),
            ("evil\u{202E}txt", "evil\u{FFFD}txt"),
            ("\u{2066}x\u{2069}", "\u{FFFD}x\u{FFFD}"),
            ("\u{7F}\u{08}", "\u{FFFD}\u{FFFD}"),
        ]
    )
    func replaces(text: String, shown: String) {
        #expect(text.asForeign.unicodeScalars.elementsEqual(shown.unicodeScalars))
    }

    @Test(
        "Letters of every script, and emoji, stay as they are",
        arguments: ["Käthe", "早安", "صباح الخير", "👩‍👩‍👧 ☀️", "«ok»"]
    )
    func keeps(text: String) {
        #expect(text.asForeign.unicodeScalars.elementsEqual(text.unicodeScalars))
    }
}
