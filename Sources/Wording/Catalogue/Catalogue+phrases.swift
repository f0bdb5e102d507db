extension Catalogue {
    /// The text `key`, with `values` in its open places.
    func phrase(_ key: TextKey, _ values: [Placeholder: TextValue] = [:]) -> Phrase {
        guard let template = template(key) else { return Phrase(key.rawValue) }
        return fill(template, values)
    }

    /// The text `key` in the form that goes with `count` things.
    func counted(_ count: Int64, _ key: TextKey) -> Phrase {
        guard let template = template(key, for: count) else { return Phrase(String(count)) }
        return fill(template, [.count: .count(count)])
    }

    /// Whether `values` has everything that the text leaves open; for a person, "Someone" can stand in.
    func canFill(_ key: TextKey, _ values: [Placeholder: TextValue]) -> Bool {
        guard let template = template(key) else { return false }
        return template.placeholders.allSatisfy { values[$0] != nil || Self.people.contains($0) }
    }

    private static let people: Set<Placeholder> = [.person, .helper]

    private func fill(_ template: Template, _ values: [Placeholder: TextValue]) -> Phrase {
        var phrases: [Placeholder: Phrase] = [:]
        for placeholder in template.placeholders {
            if let value = values[placeholder] {
                phrases[placeholder] = value.phrase(in: language)
            } else if Self.people.contains(placeholder) {
                phrases[placeholder] = phrase(.commonSomeone)
            }
        }
        return Phrase(template, phrases, spacesHan: language.isChinese)
    }
}

extension Language {
    /// The text `key` in this language, with `values` in its open places.
    ///
    /// A person without a name is "Someone"; any other place without a value shows an ellipsis.
    package func phrase(_ key: TextKey, _ values: [Placeholder: TextValue] = [:]) -> Phrase {
        Catalogue.of(self).phrase(key, values)
    }

    /// `count` things of a unit.
    func counted(_ count: Int64, _ unit: TextKey) -> String {
        Catalogue.of(self).counted(count, unit).text
    }
}
