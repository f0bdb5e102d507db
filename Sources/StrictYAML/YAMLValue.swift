/// One value of a document, with its place; JSON, a subset of YAML, is read in the same way.
package struct YAMLValue {
    /// The file of the value; empty for other text.
    package let file: String
    /// The path from the document's root; empty for the root.
    package let path: String
    /// The line of the value, from 1.
    package var line: Int? { node.line }
    let node: YAMLNode

    /// Creates a reader of `node` at `path`.
    package init(_ node: YAMLNode, file: String = "", path: String = "") {
        self.node = node
        self.file = file
        self.path = path
    }

    /// Whether no value was written.
    package var isNothing: Bool { node.isNothing }

    /// A scalar as written, without its quotes; nil for a list, an object, and what can be neither text nor number.
    package var scalar: String? { asText ?? asNumber }

    /// The value as a text, if it can be one.
    var asText: String? {
        switch node.content {
        case .scalar(let text, _), .text(let text): text
        case .number, .flag, .nothing, .list, .object: nil
        }
    }

    /// The spelling of the value as a number, if it can be one.
    var asNumber: String? {
        switch node.content {
        case .scalar(let digits, _), .number(let digits): digits
        case .text, .flag, .nothing, .list, .object: nil
        }
    }

    /// Begins to read an object.
    ///
    /// - Parameter expected: the expectation named in the error for another kind of value.
    /// - Returns: a reader of the object's keys.
    /// - Throws: an error for another kind of value, or a duplicate key.
    package func object(_ expected: String) throws(YAMLError) -> YAMLObject {
        guard case .object(let members) = node.content else { throw mismatch(expected) }
        var entries: [YAMLObject.Entry] = []
        var names: Set<String> = []
        for member in members {
            guard let name = member.name else {
                let reason = YAMLError.Reason.expected("a key", found: "a list or more keys")
                throw YAMLError(file: file, line: member.line, path: path, reason)
            }
            let place = path.isEmpty ? name : "\(path).\(name)"
            guard names.insert(name).inserted else {
                let reason = YAMLError.Reason.contradiction("this key stands twice; keep one")
                throw YAMLError(file: file, line: member.line, path: place, reason)
            }
            let value = YAMLValue(member.node, file: file, path: place)
            entries.append(YAMLObject.Entry(name: name, line: member.line, value: value))
        }
        return YAMLObject(self, entries)
    }

    /// The values of a list.
    ///
    /// - Parameters:
    ///   - expected: the expectation named in the error for another kind of value.
    ///   - limit: the most values.
    /// - Returns: the values, in order.
    /// - Throws: an error for another kind of value, or for too many values.
    package func list(_ expected: String, upTo limit: Int = .max) throws(YAMLError) -> [YAMLValue] {
        guard case .list(let nodes) = node.content else { throw mismatch(expected) }
        guard nodes.count <= limit else {
            throw contradiction("expected at most \(limit) of them, found \(nodes.count)")
        }
        return nodes.enumerated().map { YAMLValue($1, file: file, path: "\(path)[\($0 + 1)]") }
    }

    /// The error that another value was expected here.
    package func mismatch(_ expected: String) -> YAMLError {
        YAMLError(file: file, line: line, path: path, .expected(expected, found: node.kind))
    }

    /// The error that this value contradicts others.
    package func contradiction(_ problem: String) -> YAMLError {
        YAMLError(file: file, line: line, path: path, .contradiction(problem))
    }
}
