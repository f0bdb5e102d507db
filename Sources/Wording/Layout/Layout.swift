/// Writes a document as a whole HTML file.
struct Layout {
    /// Where the document is read.
    enum Medium {
        /// In a mail program: looks stand in each element, and nothing can be sent back.
        case letter
        /// In a browser: looks stand in the style sheet only.
        case page
    }

    let medium: Medium

    /// The whole file.
    func html(of document: Document) -> String {
        let title = document.title
        let notice = document.notice.map { [block(.notice($0))] } ?? []
        let footer = document.footer.map(block)
        let main = medium == .page ? "main" : "div"
        let article = medium == .page ? "" : " role=\"article\" aria-label=\"\(title.text.escapedForHTML)\""
        let lines: [String] =
            [
                "<!doctype html>",
                "<html lang=\"\(document.language.tag)\" dir=\"ltr\">",
                "<head>",
                "<meta charset=\"utf-8\">",
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
            ] + metadata + [
                "<title>\(title.text.escapedForHTML)</title>",
                "<style>\(medium == .page ? Style.pageSheet : Style.letterSheet)</style>",
                "</head>",
                "<body\(look(.canvas))>",
                "<\(main)\(look(.card))\(article)>",
            ] + notice + ["<h1\(look(.title))>\(title.html)</h1>"] + document.blocks.map(block) + ["</\(main)>"]
            + (footer.isEmpty ? [] : ["<div\(look(.footer))>"] + footer + ["</div>"])
            + ["</body>", "</html>", ""]
        return lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    }

    private var metadata: [String] {
        switch medium {
        case .letter:
            [
                "<meta name=\"color-scheme\" content=\"light dark\">",
                "<meta name=\"supported-color-schemes\" content=\"light dark\">",
                "<meta name=\"format-detection\" content=\"telephone=no, date=no, address=no\">",
            ]
        case .page:
            [
                "<meta name=\"robots\" content=\"noindex\">",
                "<meta name=\"referrer\" content=\"no-referrer\">",
            ]
        }
    }

    private func block(_ block: Document.Block) -> String {
        switch block {
        case .notice(let phrase): "<p\(look(.notice))>\(phrase.html)</p>"
        case .subheading(let phrase): "<h2\(look(.subheading))>\(phrase.html)</h2>"
        case .paragraph(let phrase): "<p\(look(.text))>\(phrase.html)</p>"
        case .list(let items):
            "<ul\(look(.list))>\n\(items.map { "<li\(look(.item))>\($0.html)</li>" }.joined(separator: "\n"))\n</ul>"
        case .facts(let facts): "<dl\(look(.facts))>\n\(facts.map(fact).joined(separator: "\n"))\n</dl>"
        case .action(let label, let url): "<p\(look(.action))>\(anchor(label, url, .button))</p>"
        case .link(let label, let url): "<p\(look(.text))>\(anchor(label, url, .link))</p>"
        case .machineLink: ""
        case .form(let form, let button): self.form(form, button)
        }
    }

    private func fact(_ fact: Document.Fact) -> String {
        "<dt\(look(.label))>\(fact.label.html)</dt>\n<dd\(look(.value))>\(fact.value.html)</dd>"
    }

    private func anchor(_ label: Phrase, _ url: String, _ style: Style) -> String {
        "<a href=\"\(url.escapedForHTML)\"\(look(style))>\(label.html)</a>"
    }

    private func form(_ form: PageForm, _ button: Phrase) -> String {
        let fields = form.fields.map { field in
            "<input type=\"hidden\" name=\"\(field.name.escapedForHTML)\" value=\"\(field.value.escapedForHTML)\">"
        }
        return
            (["<form method=\"post\" action=\"\(form.action.escapedForHTML)\"\(look(.action))>"] + fields + [
                "<button type=\"submit\"\(look(.button))>\(button.html)</button>", "</form>",
            ]).joined(separator: "\n")
    }

    private func look(_ style: Style) -> String {
        switch medium {
        case .letter: " class=\"\(style.rawValue)\" style=\"\(style.light)\""
        case .page: " class=\"\(style.rawValue)\""
        }
    }
}
