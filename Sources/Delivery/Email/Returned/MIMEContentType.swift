/// The type of a body: the value of `Content-Type` (RFC 2045, section 5.1).
package struct MIMEContentType: Hashable, Sendable {
    /// Type and subtype, in lower case.
    package let name: String
    /// The parameters, by names in lower case; of those with the same name the first.
    package let parameters: [String: String]

    init(name: String, parameters: [String: String]) {
        self.name = name
        self.parameters = parameters
    }

    /// Parses `type/subtype; name=value; name="quoted value"`; nil where no type can be found.
    package init?(_ text: String) {
        var pieces = Self.pieces(of: text)[...]
        // Anything after the type in the first piece is a comment.
        guard let name = pieces.popFirst()?.prefix(while: { !" \t(".contains($0) }).lowercased(), name.contains("/")
        else { return nil }
        var parameters: [String: String] = [:]
        for piece in pieces {
            guard let sign = piece.firstIndex(of: "=") else { continue }
            let name = piece[..<sign].trimming(where: Self.isSpace).lowercased()
            guard !name.isEmpty, parameters[name] == nil else { continue }
            parameters[name] = Self.unquoted(piece[piece.index(after: sign)...].trimming(where: Self.isSpace))
        }
        self.init(name: name, parameters: parameters)
    }

    private static func isSpace(_ character: Character) -> Bool {
        character == " " || character == "\t"
    }

    /// The pieces between semicolons outside quotes.
    private static func pieces(of text: String) -> [String] {
        var pieces = [""]
        var (isQuoted, isEscaped) = (false, false)
        for character in text {
            if character == ";", !isQuoted {
                pieces.append("")
                continue
            }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && character == "\\" && !isEscaped
            pieces[pieces.endIndex - 1].append(character)
        }
        return pieces.map { String($0.trimming(where: isSpace)) }
    }

    private static func unquoted(_ value: Substring) -> String {
        guard value.count >= 2, value.first == "\"", value.last == "\"" else { return String(value) }
        var text = ""
        var isEscaped = false
        for character in value.dropFirst().dropLast() {
            if character == "\\", !isEscaped {
                isEscaped = true
                continue
            }
            text.append(character)
            isEscaped = false
        }
        return text
    }
}

extension StringProtocol {
    /// The text without the characters at either end that meet a condition.
    func trimming(where isLeft: (Character) -> Bool) -> SubSequence {
        var rest = self[...]
        while let first = rest.first, isLeft(first) { rest = rest.dropFirst() }
        while let last = rest.last, isLeft(last) { rest = rest.dropLast() }
        return rest
    }
}
