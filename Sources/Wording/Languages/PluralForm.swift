/// A form that a word takes with a number: the plural categories of CLDR that our languages have.
enum PluralForm: String, CaseIterable {
    case one
    case other
}

extension Language {
    /// The forms that texts with a number must have in this language.
    var pluralForms: [PluralForm] {
        isChinese ? [.other] : [.one, .other]
    }

    /// The form that goes with `count` things.
    func pluralForm(for count: Int64) -> PluralForm {
        !isChinese && count == 1 ? .one : .other
    }
}
