extension Catalogue {
    /// The text `key`, with its placeholders replaced by `values`.
    func phrase(_ key: TextKey, _ values: [Placeholder: TextValue] = [:]) -> Phrase {
        guard let template = template(key) else { return Phrase(key.rawValue) }
        return fill(template, values)
    }

    /// The text `key` in the plural form for `count`.
    func counted(_ count: Int64, _ key: TextKey) -> Phrase {
        guard let template = template(key, for: count) else { return Phrase(String(count)) }
        return fill(template, [.count: .count(count)])
    }

    /// Whether `values` covers every placeholder of the text; for a person, "Someone" can stand in, and the kind of an
    /// alert may be left out.
    func canFill(_ key: TextKey, _ values: [Placeholder: TextValue]) -> Bool {
        guard let template = template(key) else { return false }
        return template.placeholders.allSatisfy { values[$0] != nil || $0 == .kind || Self.people.contains($0) }
    }

    private static let people: Set<Placeholder> = [.person, .helper]

    private func fill(_ template: Template, _ values: [Placeholder: TextValue]) -> Phrase {
        var phrases: [Placeholder: Phrase] = [:]
        for placeholder in template.placeholders {
            if let value = values[placeholder] {
                phrases[placeholder] = value.phrase(in: language)
            } else if Self.people.contains(placeholder) {
                phrases[placeholder] = phrase(.commonSomeone)
            } else if placeholder == .kind {
                phrases[placeholder] = Phrase("")
            }
        }
        return Phrase(template, phrases, spacesHan: language.isChinese)
    }
}

extension Language {
    /// The text `key` in this language, with its placeholders replaced by `values`.
    ///
    /// A person without a name is "Someone", and the kind of an alert may be left out; any other placeholder without a value becomes an ellipsis.
    package func phrase(_ key: TextKey, _ values: [Placeholder: TextValue] = [:]) -> Phrase {
        Catalogue.of(self).phrase(key, values)
    }

    /// `count` things of a unit.
    func counted(_ count: Int64, _ unit: TextKey) -> String {
        Catalogue.of(self).counted(count, unit).text
    }
}
