/// One line of an iCalendar object (RFC 5545, section 3.1), folded and escaped.
struct ContentLine {
    /// The most octets of a line without its line break; a longer one goes on in the next after a space.
    static let limit = 75

    private let text: String

    /// A line with a value that is text (section 3.3.11): what has a meaning there is escaped, and other control
    /// characters, which no line may hold, are left out.
    init(_ name: String, text value: String) {
        var escaped = ""
        // By scalars: a line break of two would be one character.
        var follows = false
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": escaped += "\\\(scalar)"
            case "\r": escaped += "\\n"
            case "\n": escaped += follows ? "" : "\\n"
            case "\t": escaped += "\t"
            case "\u{00}"..."\u{1F}", "\u{7F}": break
            default: escaped.unicodeScalars.append(scalar)
            }
            follows = scalar == "\r"
        }
        text = "\(name):\(escaped)"
    }

    /// A line with a value of another type, which needs no escaping; `name` may have parameters.
    init(_ name: String, _ value: String) { text = "\(name):\(value)" }

    /// The line as it is written, with its line breaks; no fold is within a character.
    var folded: String {
        var result = ""
        var length = 0
        for scalar in text.unicodeScalars {
            let size = UTF8.width(scalar)
            if length + size > Self.limit {
                result += "\r\n "
                // The space counts.
                length = 1
            }
            result.unicodeScalars.append(scalar)
            length += size
        }
        return result + "\r\n"
    }
}
