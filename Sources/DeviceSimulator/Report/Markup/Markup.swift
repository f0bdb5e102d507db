/// XML or HTML under construction; whatever is not written in this program's source is escaped.
struct Markup {
    /// What stands in a start tag, in order; an attribute whose value is nil is left out.
    typealias Attributes = KeyValuePairs<StaticString, String?>

    private(set) var text = ""

    /// Adds markup that stands in the source.
    mutating func raw(_ markup: StaticString) {
        text += markup.description
    }

    /// Adds a style sheet, as it is.
    mutating func style(_ sheet: String) {
        text += "<style>\n\(sheet)</style>\n"
    }

    /// Adds text, escaped.
    mutating func add(_ content: String) {
        text += content.escapedForMarkup
    }

    /// Adds an element with what `body` adds in it.
    mutating func element(_ name: StaticString, _ attributes: Attributes = [:], _ body: (inout Markup) -> Void) {
        startTag(name, attributes)
        text += ">"
        body(&self)
        text += "</\(name)>"
    }

    /// Adds an element that holds text alone, escaped.
    mutating func element(_ name: StaticString, _ attributes: Attributes = [:], _ content: String = "") {
        element(name, attributes) { $0.add(content) }
    }

    /// Adds an element that can hold nothing.
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
