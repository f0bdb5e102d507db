/// Writes a document as a whole HTML file.
struct Layout {
    /// The kind of program that shows the document.
    enum RenderTarget {
        /// A mail program: styles stand in each element, and forms are not possible.
        case letter
        /// A browser: styles stand in the style sheet only.
        case page
    }

    let medium: RenderTarget

    /// The whole file.
    func html(of document: RichText) -> String {
        let lines =
            ["<!doctype html>", "<html lang=\"\(document.language.tag)\" dir=\"ltr\">"] + head(of: document)
            + body(of: document) + ["</html>"]
        return lines.joined(separator: "\n") + "\n"
    }

    private func head(of document: RichText) -> [String] {
        [
            "<head>",
            "<meta charset=\"utf-8\">",
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
        ] + metadata + [
            "<title>\(document.title.text.escapedForHTML)</title>",
            "<style>\(medium == .page ? Style.pageSheet : Style.letterSheet)</style>",
            "</head>",
        ]
    }

    private func body(of document: RichText) -> [String] {
        // A letter is shown inside a mail program's page, which has these landmarks already.
        let (main, footer) = medium == .page ? ("main", "footer") : ("div", "div")
        let label = document.title.text.escapedForHTML
        let article = medium == .page ? "" : " role=\"article\" aria-label=\"\(label)\""
        var lines = ["<body\(look(.canvas))>", "<\(main)\(look(.card))\(article)>"]
        lines.append("<h1\(look(.title))>\(document.title.html)</h1>")
        lines += document.blocks.flatMap(block)
        lines.append("</\(main)>")
        if !document.footer.isEmpty {
            lines += ["<\(footer)\(look(.footer))>"] + document.footer.flatMap(block) + ["</\(footer)>"]
        }
        return lines + ["</body>"]
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

    private func block(_ block: RichText.Block) -> [String] {
        switch block {
        case .subheading(let phrase): ["<h2\(look(.subheading))>\(phrase.html)</h2>"]
        case .paragraph(let phrase): ["<p\(look(.text))>\(phrase.html)</p>"]
        case .list(let items): ["<ul\(look(.list))>"] + items.map { "<li\(look(.item))>\($0.html)</li>" } + ["</ul>"]
        case .facts(let facts): ["<dl\(look(.facts))>"] + facts.flatMap(fact) + ["</dl>"]
        case .action(let label, let url): ["<p\(look(.action))>\(anchor(label, url, .button))</p>"]
        case .link(let label, let url): ["<p\(look(.text))>\(anchor(label, url, .link))</p>"]
        case .machineLink: []
        case .form(let form, let button): lines(of: form, button)
        }
    }

    private func fact(_ fact: RichText.Fact) -> [String] {
        ["<dt\(look(.label))>\(fact.label.html)</dt>", "<dd\(look(.value))>\(fact.value.html)</dd>"]
    }

    private func anchor(_ label: Phrase, _ url: String, _ style: Style) -> String {
        "<a href=\"\(url.escapedForHTML)\"\(look(style))>\(label.html)</a>"
    }

    private func lines(of form: PageForm, _ button: Phrase) -> [String] {
        let fields = form.fields.map { field in
            "<input type=\"hidden\" name=\"\(field.name.escapedForHTML)\" value=\"\(field.value.escapedForHTML)\">"
        }
        let open = "<form method=\"post\" action=\"\(form.action.escapedForHTML)\"\(look(.action))>"
        return [open] + fields + ["<button type=\"submit\"\(look(.button))>\(button.html)</button>", "</form>"]
    }

    private func look(_ style: Style) -> String {
        switch medium {
        case .letter: " class=\"\(style.rawValue)\" style=\"\(style.light)\""
        case .page: " class=\"\(style.rawValue)\""
        }
    }
}
