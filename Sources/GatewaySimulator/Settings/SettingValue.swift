import AlarmWire

/// A value of a behaviour as it is written down, in JSON or in YAML.
package indirect enum SettingValue: Hashable, Sendable {
    /// One key of an object.
    package struct Member: Hashable, Sendable {
        /// The key.
        package var name: String
        /// What stands under it.
        package var value: SettingValue

        package init(name: String, value: SettingValue) {
            self.name = name
            self.value = value
        }
    }

    /// Nothing.
    case null
    /// `true` or `false`.
    case flag(Bool)
    /// A number, as it was spelt.
    case number(String)
    /// A text.
    case text(String)
    /// A scalar of YAML, which is a flag, a number or a text to whom it suits.
    case word(String)
    /// A list.
    case list([SettingValue])
    /// Keys and values, in order; no key twice.
    case object([Member])

    /// What it is, in words for an error.
    var kind: String {
        switch self {
        case .null: "null"
        case .flag(let flag): "\(flag)"
        case .number(let number): number.prefix(40).description
        case .text(let text), .word(let text): text.prefix(40).debugDescription
        case .list: "a list"
        case .object: "keys and values"
        }
    }

    /// How large and how deep a JSON text may be: a behaviour for each of some thousand tokens fits.
    static let limits = JSONLimits(bytes: 1 << 20, depth: 16)

    /// Reads a JSON text, strictly (RFC 8259, RFC 7493).
    init(json: [UInt8]) throws(SettingError) {
        do throws(WireError) {
            self.init(try JSONValue(parsing: json, limits: Self.limits))
        } catch {
            throw SettingError(path: Self.path(error.pointer), problem: error.reason.description)
        }
    }

    /// A pointer (RFC 6901) as the paths of all other errors are written.
    private static func path(_ pointer: String) -> String {
        pointer.split(separator: "/").reduce(into: "") { path, token in
            if let index = Int(token), 0..<1000 ~= index, token == "\(index)" {
                path += "[\(index + 1)]"
            } else {
                path += path.isEmpty ? "\(token)" : ".\(token)"
            }
        }
    }

    private init(_ json: JSONValue) {
        self =
            switch json {
            case .null: .null
            case .bool(let flag): .flag(flag)
            case .number(let number): .number(number.text)
            case .string(let text): .text(text)
            case .array(let values): .list(values.map(SettingValue.init))
            case .object(let object):
                .object(object.members.map { Member(name: $0.name, value: SettingValue($0.value)) })
            }
    }
}
