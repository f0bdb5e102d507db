import Testing
import Wording

@Suite("The language of a reader")
struct LanguageTests {
    @Test(
        "For Chinese the script decides, then the region; every other language gets English",
        arguments: [
            ("zh-TW", .traditionalChinese), ("zh-HK", .traditionalChinese), ("zh-MO", .traditionalChinese),
            ("zh-Hant", .traditionalChinese), ("zh-Hant-CN", .traditionalChinese), ("zh-Hant-HK", .traditionalChinese),
            ("ZH-hant-tw", .traditionalChinese), ("zh_TW", .traditionalChinese), ("zh-yue-HK", .traditionalChinese),
            ("zh", .simplifiedChinese), ("zh-CN", .simplifiedChinese), ("zh-SG", .simplifiedChinese),
            ("zh-Hans", .simplifiedChinese), ("zh-Hans-TW", .simplifiedChinese), ("zh-u-rg-twzzzz", .simplifiedChinese),
            ("zh-x-tw", .simplifiedChinese),
            ("en", .english), ("en-GB", .english), ("de-AT", .english), ("ja-TW", .english), ("zha", .english),
            ("", .english), ("-", .english), ("繁體中文", .english),
        ] as [(String, Language)]
    )
    func chooses(tag: String, language: Language) {
        #expect(Language(tag: tag) == language)
    }

    @Test("A language's own tag chooses it", arguments: Language.allCases)
    func roundTrips(language: Language) {
        #expect(Language(tag: language.tag) == language)
    }
}
