import AlarmCore

/// The language of this machine's user, from the locale variables (POSIX.1-2024, section 8.2).
enum SystemLanguage {
    /// The tag that the variables name: English for `C`, in which every other program writes English, too; nil where
    /// none is set, as in a job without an environment, which says nothing about the person.
    static func tag(in environment: [String: String]) -> LanguageTag? {
        let named = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let locale = named?.prefix(while: { $0 != "." && $0 != "@" }) else { return nil }
        guard locale != "C", locale != "POSIX" else { return .english }
        return LanguageTag(String(locale).replacing("_", with: "-"))
    }
}
