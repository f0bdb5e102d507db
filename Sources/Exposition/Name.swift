/// Makes names that Prometheus takes of any text.
enum Name {
    /// A metric's name: letters, digits, underscores and colons, no digit in front; whatever else becomes an underscore.
    static func metric(_ text: String) -> String {
        clean(text, allowsColons: true)
    }

    /// A label's name: as a metric's, without colons.
    ///
    /// `le` is taken by the buckets of histograms, and what begins with two underscores by Prometheus itself; they get
    /// `exported_` in front.
    static func label(_ text: String) -> String {
        let name = clean(text, allowsColons: false)
        return name == "le" || name.hasPrefix("__") ? "exported_" + name : name
    }

    private static func clean(_ text: String, allowsColons: Bool) -> String {
        var name = ""
        for character in text.utf8 {
            switch character {
            case 0x41...0x5A, 0x61...0x7A, 0x5F: name.unicodeScalars.append(Unicode.Scalar(character))
            case 0x3A where allowsColons: name += ":"
            case 0x30...0x39:
                if name.isEmpty { name = "_" }
                name.unicodeScalars.append(Unicode.Scalar(character))
            default: name += "_"
            }
        }
        return name.isEmpty ? "_" : name
    }
}
