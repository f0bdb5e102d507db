/// One value of a document as written, with its line.
package struct YAMLNode: Sendable {
    /// The value as written.
    package indirect enum Content: Sendable {
        /// A YAML scalar without its quotes, which can be read as a flag, a number or a text.
        case scalar(String, isPlain: Bool)
        /// A text that cannot be read as anything else, as in JSON.
        case text(String)
        /// A number that cannot be read as anything else, as spelt.
        case number(String)
        /// A flag that cannot be read as anything else.
        case flag(Bool)
        /// The absence of a value.
        case nothing
        /// Values in order.
        case list([YAMLNode])
        /// Keys and their values in order.
        case object([Member])
    }

    /// A key with its value.
    package struct Member: Sendable {
        /// The key; nil where the key is itself a list or an object.
        let name: String?
        /// The key's line, from 1.
        let line: Int?
        /// The value of the key.
        let node: YAMLNode

        /// Creates a member.
        package init(name: String?, line: Int? = nil, node: YAMLNode) {
            self.name = name
            self.line = line
            self.node = node
        }
    }

    let content: Content
    /// The value's line, from 1; nil in a text without meaningful lines, such as a request.
    let line: Int?

    /// Creates a node.
    package init(_ content: Content, line: Int? = nil) {
        self.content = content
        self.line = line
    }

    /// Whether no value was written.
    var isNothing: Bool {
        switch content {
        case .nothing: true
        case .scalar(let text, let isPlain): isPlain && ["", "~", "null"].contains(text)
        case .text, .number, .flag, .list, .object: false
        }
    }

    /// The kind of value, as named in an error.
    var kind: String {
        switch content {
        case .scalar("", _): "nothing"
        case .scalar(let text, _), .text(let text): text.prefix(60).debugDescription
        case .number(let digits): String(digits.prefix(60))
        case .flag(let flag): "\(flag)"
        case .nothing: "null"
        case .list: "a list"
        case .object: "names and values"
        }
    }
}
