extension RichText {
    /// The document without markup: paragraphs in lines of any length, an empty line between them.
    ///
    /// The title is left out, because it is a letter's subject.
    var plainText: String {
        let body = blocks.map(plain).joined(separator: "\n\n")
        guard !footer.isEmpty else { return body + "\n" }
        // Mail programs read two hyphens and a space as the start of the signature.
        return body + "\n\n-- \n" + footer.map(plain).joined(separator: "\n\n") + "\n"
    }

    private func plain(_ block: Block) -> String {
        switch block {
        case .subheading(let phrase), .paragraph(let phrase): phrase.text
        case .list(let items): items.map { "- \($0.text)" }.joined(separator: "\n")
        case .facts(let facts): facts.map { "\($0.label.text)\(colon)\($0.value.text)" }.joined(separator: "\n")
        case .action(let label, let url), .link(let label, let url): "\(label.text)\(colon.trimmedEnd)\n\(url)"
        case .machineLink(let uri): uri
        case .form(_, let button): button.text
        }
    }

    private var colon: String { language.isChinese ? "：" : ": " }
}

extension String {
    fileprivate var trimmedEnd: String { hasSuffix(" ") ? String(dropLast()) : self }
}
