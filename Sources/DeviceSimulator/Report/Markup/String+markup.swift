extension String {
    /// The text as character data of XML and HTML.
    ///
    /// Characters that XML 1.0 forbids (section 2.2), even escaped, become `�`; so do those that change the direction
    /// of writing, since they could make a report show what nobody said.
    var escapedForMarkup: String {
        escaped { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\r": "&#13;"
            case "\n", "\t": nil
            default: Self.isForbiddenInMarkup(scalar) ? "\u{FFFD}" : nil
            }
        }
    }

    /// The text as an attribute's value between double quotes, with line breaks and tabs escaped to preserve them.
    var escapedForAttribute: String {
        escapedForMarkup.escaped { scalar in
            switch scalar {
            case "\"": "&quot;"
            case "\n": "&#10;"
            case "\t": "&#9;"
            default: nil
            }
        }
    }

    private func escaped(by replacement: (Unicode.Scalar) -> String?) -> String {
        var escaped = ""
        escaped.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            if let text = replacement(scalar) { escaped += text } else { escaped.unicodeScalars.append(scalar) }
        }
        return escaped
    }

    private static func isForbiddenInMarkup(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F: true
        case 0x202A...0x202E, 0x2066...0x2069: true
        // Non-characters: XML forbids two of them, HTML all.
        case let value: value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value)
        }
    }
}
