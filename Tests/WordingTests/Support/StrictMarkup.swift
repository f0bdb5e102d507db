import Testing

/// Parses HTML by rules stricter than a browser's: every element closed, every attribute quoted.
struct StrictMarkup {
    private static let void: Set<String> = ["meta", "input"]
    // By scalars, as browsers read: an accent after a bracket must not hide the bracket.
    private static var tag: Regex<(Substring, Substring, Substring, Substring)> {
        #/<(/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)>/#.matchingSemantics(.unicodeScalar)
    }

    private(set) var names: Set<String> = []
    private(set) var attributes: Set<String> = []
    /// Visible text by block, unescaped.
    private(set) var texts: [String] = []

    init(_ html: String) throws {
        var open: [String] = []
        var text = ""
        var rest = html.dropFirst("<!doctype html>".count)
        while let start = rest.unicodeScalars.firstIndex(of: "<") {
            text += rest[..<start]
            let tag = try #require(rest[start...].prefixMatch(of: Self.tag))
            let name = String(tag.output.2)
            if name != "bdi" { flush(&text, in: open) }
            names.insert(name)
            for attribute in tag.output.3.matches(of: #/\ ([a-z-]+)="/#) {
                attributes.insert(String(attribute.output.1))
            }
            if !tag.output.1.isEmpty {
                try #require(open.popLast() == name)
            } else if !Self.void.contains(name) {
                open.append(name)
            }
            rest = rest[tag.range.upperBound...]
        }
        try #require(open.isEmpty && !text.contains(">"))
    }

    private mutating func flush(_ text: inout String, in open: [String]) {
        defer { text = "" }
        let shown = String(text.trimmingPrefix(while: \.isWhitespace))
        guard open.last != "style", !shown.isEmpty else { return }
        texts.append(
            shown.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
                .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
        )
    }
}
