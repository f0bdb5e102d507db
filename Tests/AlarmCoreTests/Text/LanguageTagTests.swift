import AlarmCore
import Testing

@Suite("Language tags")
struct LanguageTagTests {
    @Test(
        "Are well-formed by RFC 5646",
        arguments: [
            "en", "EN", "de-CH", "zh-Hant", "zh-Hant-TW", "zh-cmn-Hans-CN", "es-419", "sl-rozaj-biske", "de-1996",
            "en-a-myext-b-another", "x-whatever", "de-x-private", "sr-Latn-RS", "hy-Latn-IT-arevela",
        ]
    )
    func wellFormed(text: String) {
        #expect(LanguageTag(text)?.text == text)
    }

    @Test(
        "Are nothing else",
        arguments: [
            "", "??", "e", "en_US", "en-", "-en", "en--US", "C", "english language", "de-419-DE", "a-DE", "x", "en-x",
            "en-a", "中文", "en-abcdefghi", "en-US-en", "zh-Hant-Hans", String(repeating: "abcde-", count: 6) + "abcde",
        ]
    )
    func malformed(text: String) {
        #expect(LanguageTag(text) == nil)
    }
}
