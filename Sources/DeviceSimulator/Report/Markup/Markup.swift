/// XML or HTML under construction; everything except literals of this program's source is escaped.
struct Markup {
    /// Attributes of a start tag, in order; an attribute whose value is nil is left out.
    typealias Attributes = KeyValuePairs<StaticString, String?>

    private(set) var text = ""

    /// Adds markup from a literal.
    mutating func raw(_ markup: StaticString) {
        text += markup.description
    }

    /// Adds a style sheet without escaping.
    mutating func style(_ sheet: String) {
        text += "<style>\n\(sheet)</style>\n"
    }

    /// Adds text, escaped.
    mutating func add(_ content: String) {
        text += content.escapedForMarkup
    }

    /// Adds an element with the content that `body` adds.
    mutating func element(_ name: StaticString, _ attributes: Attributes = [:], _ body: (inout Markup) -> Void) {
        startTag(name, attributes)
        text += ">"
        body(&self)
        text += "</\(name)>"
    }

    /// Adds an element with escaped text.
    mutating func element(_ name: StaticString, _ attributes: Attributes = [:], _ content: String = "") {
        element(name, attributes) { $0.add(content) }
    }

    /// Adds an element without content.
    mutating func void(_ name: StaticString, _ attributes: Attributes = [:]) {
        startTag(name, attributes)
        text += "/>"
    }

    private mutating func startTag(_ name: StaticString, _ attributes: Attributes) {
        text += "<\(name)"
        for (name, value) in attributes {
            if let value { text += " \(name)=\"\(value.escapedForAttribute)\"" }
        }
    }
}
