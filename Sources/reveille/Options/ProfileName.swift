import ArgumentParser

/// The name of a profile, which is also the name of its folder.
struct ProfileName: Hashable, Sendable {
    /// The profile that is used when none is named.
    static let usual = ProfileName(known: "default")

    /// 1 to 64 letters, digits, dots, hyphens and underscores of ASCII; the first is a letter or a digit.
    let text: String

    private init(known text: String) { self.text = text }

    /// Takes a name, else nil.
    init?(_ text: String) {
        func isPlain(_ character: Character) -> Bool {
            character.isASCII && (character.isLetter || character.isNumber)
        }
        guard (1...64).contains(text.count), text.first.map(isPlain) == true,
            text.allSatisfy({ isPlain($0) || "._-".contains($0) })
        else { return nil }
        self.text = text
    }
}

extension ProfileName: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}

extension ProfileName: CustomStringConvertible {
    var description: String { text }
}
