import AlarmCore
import Testing

@testable import Wording

@Suite("HTML of letters and pages")
struct HTMLTests {
    @Test(
        "Elements nest properly, and text is escaped, for any name",
        arguments: 0..<8 as Range<UInt64>
    )
    func isWellFormed(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for language in Language.allCases {
            let name = Hostile.name(&random)
            for html in Self.files(about: name, language) {
                let elements = try StrictMarkup(html)
                #expect(elements.names.isSubset(of: Self.allowed), "\(name.debugDescription)")
                #expect(elements.attributes.isSubset(of: Self.attributes), "\(name.debugDescription)")
            }
        }
    }

    @Test("Nothing is loaded, nothing runs, and every address is one of ours", arguments: Language.allCases)
    func loadsNothing(language: Language) throws {
        for html in Self.files(about: "https://evil.example/ url(x) @import", language) {
            let style = try #require(html.firstMatch(of: /<style>([^<]*)<\/style>/)).output.1
            #expect(!style.contains("url(") && !style.contains("@import") && !style.contains("@font-face"))
            for link in html.matches(of: /href="([^"]*)"/) {
                let address = String(link.output.1)
                #expect(
                    address.hasPrefix("https://relay.example/") || address.hasPrefix("https://www.openstreetmap.org/?"),
                    "\(address)"
                )
            }
        }
    }

    @Test("A file names its language and the width of the reader's device", arguments: Language.allCases)
    func declares(language: Language) {
        for html in Self.files(about: "Alice", language) {
            #expect(html.hasPrefix("<!doctype html>\n<html lang=\"\(language.tag)\" dir=\"ltr\">\n"))
            #expect(html.contains("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"))
            #expect(html.contains("color-scheme:light dark"))
            #expect(html.ranges(of: "<h1").count == 1)
        }
    }

    @Test("A letter has its looks in its elements, a page none outside its style sheet")
    func placesLooks() {
        #expect(Samples.missed().mail(in: .english).html.contains("<h1 class=\"title\" style=\"margin:"))
        for page in Samples.pages(in: .english) {
            #expect(!page.html.contains(" style=\""))
            #expect(page.html.contains("<style>\(Page.styleSheet)</style>"))
        }
    }

    @Test("The plain text of a letter says the same as the HTML", arguments: Language.allCases)
    func saysTheSame(language: Language) throws {
        for letter in Samples.letters() {
            let mail = letter.mail(in: language)
            let text = mail.text + letter.mail(in: language).subject
            for piece in try StrictMarkup(mail.html).texts where !text.contains(piece) {
                // Searched for, not compared, because a label is followed by a colon in the plain text.
                Issue.record("only the HTML says: \(piece)")
            }
        }
    }

    private static func files(about name: String, _ language: Language) -> [String] {
        Samples.letters(about: name).map { $0.mail(in: language).html }
            + Samples.pages(about: name, in: language).map(\.html)
    }

    private static let allowed: Set<String> = [
        "html", "head", "meta", "title", "style", "body", "main", "footer", "div", "h1", "h2", "p", "ul", "li", "dl",
        "dt", "dd", "a", "bdi", "form", "input", "button",
    ]
    private static let attributes: Set<String> = [
        "lang", "dir", "charset", "name", "content", "class", "style", "role", "aria-label", "href", "method", "action",
        "type", "value",
    ]
}
