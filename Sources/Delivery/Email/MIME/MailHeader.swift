/// A message header to which only well-formed fields can be added.
///
/// Every field goes through ``add(_:_:)``, which accepts only printable ASCII words and puts the line ends between
/// them.
struct MailHeader {
    /// The error for an empty word, or one with a character that a header cannot hold.
    struct Malformed: Error {}

    /// The number of characters after which a line is folded (RFC 5322, section 2.1.1).
    private static let width = 76

    private(set) var text = ""

    /// Adds a field, folded between words where a line grows long; one without words is left out.
    mutating func add(_ name: StaticString, _ words: [String]) throws(Malformed) {
        guard !words.isEmpty else { return }
        var line = "\(name):"
        for (index, word) in words.enumerated() {
            guard !word.isEmpty, word.utf8.count <= 900, word.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
                throw Malformed()
            }
            if index > 0 && line.utf8.count + 1 + word.utf8.count > Self.width {
                text += line + "\r\n"
                line = ""
            }
            line += " " + word
        }
        text += line + "\r\n"
    }
}
