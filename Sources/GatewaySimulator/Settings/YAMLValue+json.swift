import AlarmWire
import StrictYAML

extension YAMLValue {
    /// Reads a JSON text, strictly (RFC 8259, RFC 7493).
    init(json: [UInt8]) throws(YAMLError) {
        do throws(WireError) {
            self.init(YAMLNode(try JSONValue(parsing: json, limits: Self.limits)))
        } catch {
            throw YAMLError(file: "", path: Self.path(error.pointer), .contradiction(error.reason.description))
        }
    }

    /// How large and how deep a JSON text may be: a behaviour for each of some thousand tokens fits.
    private static let limits = JSONLimits(bytes: 1 << 20, depth: 16)

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
}

extension YAMLNode {
    fileprivate init(_ json: JSONValue) {
        let content: Content =
            switch json {
            case .null: .nothing
            case .bool(let flag): .flag(flag)
            case .number(let number): .number(number.text)
            case .string(let text): .text(text)
            case .array(let values): .list(values.map { YAMLNode($0) })
            case .object(let object): .object(object.members.map { Member(name: $0.name, node: YAMLNode($0.value)) })
            }
        self.init(content)
    }
}
