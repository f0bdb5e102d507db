import Testing

@testable import Wording

@Suite("What can be typed while something rings")
struct RingHelpTests {
    @Test("The letters are the same in every language, in their order", arguments: Language.allCases)
    func letters(language: Language) {
        for help in RingHelp.allCases {
            func letters(_ language: Language) -> [String] {
                help.text(in: language).matches(of: #/([a-z]) = /#).map { String($0.output.1) }
            }
            #expect(letters(language) == letters(.english), "\(help.text(in: language))")
            #expect(letters(language).first == "g")
        }
    }

    @Test("Whoever reads another language is told in it", arguments: [Language.traditionalChinese, .simplifiedChinese])
    func translated(language: Language) {
        for help in RingHelp.allCases {
            #expect(help.text(in: language) != help.text(in: .english))
        }
        #expect(RingHelp.several(in: language).contains("g1"))
        #expect(RingHelp.several(in: .english) == "Several ring. Name one, as in g1, s1 5 or d2:")
        #expect(RingHelp.numbers(of: 2, in: .english) == RingHelp.several(in: .english))
        #expect(RingHelp.numbers(of: 1, in: .english) == "Only one rings, and it has another number:")
    }
}
