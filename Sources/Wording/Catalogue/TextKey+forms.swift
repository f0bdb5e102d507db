extension TextKey {
    /// Whether the text goes with a number and has a form for each plural category.
    var hasForms: Bool { rawValue.hasPrefix("unit.") }

    /// The names under which a catalogue of `language` has the text.
    func names(in language: Language) -> [String] {
        hasForms ? language.pluralForms.map { name($0) } : [rawValue]
    }

    func name(_ form: PluralForm) -> String {
        "\(rawValue).\(form.rawValue)"
    }
}
