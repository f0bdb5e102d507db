/// The syntax of time zone names, checked before any file is looked for.
enum ZoneFileName {
    /// Names of the data's variants and of this machine's own settings, which are no zones.
    private static let reserved: Set<Substring> = ["posix", "right", "posixrules", "localtime"]

    /// Whether `name` has the form of names in the tz database, so that no path made of it leaves the directory.
    ///
    /// Components of ASCII letters, digits, `+`, `-` and `_`, separated by single slashes; without a dot there is no `..`.
    static func isPlausible(_ name: String) -> Bool {
        guard 1...64 ~= name.utf8.count else { return false }
        let components = name.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = components.first, !reserved.contains(first) else { return false }
        return components.allSatisfy { component in
            !component.isEmpty && component.utf8.allSatisfy(isAllowed)
        }
    }

    private static func isAllowed(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
