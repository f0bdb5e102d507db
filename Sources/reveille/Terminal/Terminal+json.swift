import AlarmWire

extension Terminal {
    /// Writes a value as JSON on one line.
    static func say(_ value: JSONValue) {
        say(String(decoding: value.text, as: UTF8.self))
    }
}
