/// Conversion of any text into a name that Prometheus accepts.
enum Name {
    /// A metric's name: letters, digits, underscores and colons, no leading digit; other characters become underscores.
    static func metric(_ text: String) -> String {
        clean(text, allowsColons: true)
    }

    /// A label's name: like a metric's, without colons.
    ///
    /// `le` is reserved for the buckets of histograms, and two leading underscores for Prometheus itself; such names
    /// get the prefix `exported_`.
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
