import AlarmCore
import Testing

@testable import Wording

@Suite("Pages for people without the app")
struct PageTests {
    @Test(
        "A page that asks has one form that posts, with its hidden fields, and no script",
        arguments: Language.allCases
    )
    func asks(language: Language) {
        let form = PageForm(
            action: "/c/x?a=1&b=\"2\"",
            fields: [PageForm.Field(name: "token", value: "<\"'&>"), PageForm.Field(name: "lang", value: "en")]
        )
        for subject in [
            Page.Subject.confirmation(personName: "Alice"), .unsubscribe(personName: "Alice"), .checkIn(next: nil),
        ] {
            let html = Page(subject, .asks(form), in: language).html
            #expect(html.ranges(of: "<form ").count == 1 && html.ranges(of: "<button type=\"submit\"").count == 1)
            #expect(html.contains("<form method=\"post\" action=\"/c/x?a=1&amp;b=&quot;2&quot;\" class=\"action\">"))
            #expect(html.contains("<input type=\"hidden\" name=\"token\" value=\"&lt;&quot;&#39;&amp;&gt;\">"))
            #expect(html.contains("<input type=\"hidden\" name=\"lang\" value=\"en\">"))
            #expect(!html.contains("<script"))
        }
    }

    @Test("A page that has nothing to ask has no form", arguments: Language.allCases)
    func tells(language: Language) {
        for page in Samples.pages(in: language) {
            if case .asks = page.state { continue }
            #expect(!page.html.contains("<form") && !page.html.contains("<button"))
        }
    }

    @Test("A page for a link that does not work contains no name", arguments: [Page.State.unknown, .busy, .failed])
    func keepsNames(state: Page.State) {
        for language in Language.allCases {
            #expect(!Page(.confirmation(personName: "Alice"), state, in: language).html.contains("Alice"))
            #expect(!Page(.unsubscribe(personName: "Alice"), state, in: language).html.contains("Alice"))
        }
    }

    @Test("A counted check-in says when the next one is due, if that is known")
    func tellsTheNext() {
        let next = Page.ZonedMoment(at: Samples.at, zone: .utc)
        let page = Page(.checkIn(next: next), .done, in: .english).html
        #expect(page.contains("The next one is due by Jan 13, 2026 at 6:00 AM UTC."))
        #expect(!Page(.checkIn(next: nil), .done, in: .english).html.contains("due by"))
    }

    @Test("Every page says something of its own", arguments: Language.allCases)
    func differs(language: Language) {
        let asked: [Page.State] = [.asks(PageForm(action: "")), .done]
        let pages = [Page.Subject.confirmation(personName: "A"), .unsubscribe(personName: "A"), .checkIn(next: nil)]
            .flatMap { subject in asked.map { Page(subject, $0, in: language).html } }
        #expect(Set(pages).count == pages.count)
    }

    @Test("A page that asks for calls, and its thanks, name them in the title", arguments: Language.allCases)
    func namesCalls(language: Language) {
        let word = [Language.english: "call", .simplifiedChinese: "电", .traditionalChinese: "電"][language] ?? ""
        func names(_ subject: Page.Subject, _ state: Page.State) -> Bool {
            let html = Page(subject, state, in: language).html
            let title = html.split(separator: "<title>").last?.split(separator: "</title>").first ?? ""
            return title.contains(word)
        }
        for state in [Page.State.asks(PageForm(action: "")), .done] {
            #expect(names(.ownAddress(calls: true), state) && names(.number(calls: true), state))
            #expect(!names(.ownAddress(), state) && !names(.number(), state))
        }
    }

    @Test("Whoever says what another has said reads who it was, and is asked nothing", arguments: Language.allCases)
    func saidAlready(language: Language) {
        let subject = Page.Subject.reached(personName: "Alice", isOpen: true, by: "Bob")
        for state in [Page.State.asks(PageForm(action: "")), .done] {
            let html = Page(subject, state, in: language).html
            #expect(html.contains("Bob") && html.contains("Alice"))
            #expect(!html.contains("<form"))
        }
    }
}
