import Yams

/// One value of a YAML document, with its place.
package struct YAMLValue {
    /// The file that it stands in.
    package let file: String
    /// The way to it from its document's root; empty for the root.
    package let path: String
    /// Its line, from 1.
    package let line: Int?
    let node: Node

    init(_ node: Node, file: String, path: String) {
        self.node = node
        self.file = file
        self.path = path
        self.line = node.mark?.line
    }

    /// Whether nothing was written.
    package var isNothing: Bool {
        if case .scalar(let scalar) = node {
            scalar.style == .plain && ["", "~", "null"].contains(scalar.string)
        } else {
            false
        }
    }

    /// The text of a scalar, as it is written, without its quotes; nil for a list or for keys and values.
    package var scalar: String? {
        if case .scalar(let scalar) = node { scalar.string } else { nil }
    }

    /// Whether keys and values were written.
    package var isObject: Bool {
        if case .mapping = node { true } else { false }
    }

    /// Begins to take keys and values apart.
    ///
    /// - Parameter expected: what the fault says when there are none.
    /// - Returns: what takes them apart.
    /// - Throws: that something else was written, or a key twice.
    package func object(_ expected: String) throws(YAMLFault) -> YAMLObject {
        guard case .mapping(let mapping) = node else { throw mismatch(expected) }
        var entries: [YAMLObject.Entry] = []
        for (key, value) in mapping {
            guard let name = YAMLValue(key, file: file, path: path).scalar else {
                throw YAMLFault(
                    file: file,
                    line: key.mark?.line,
                    path: path,
                    .expected("a key", found: "a list or more keys")
                )
            }
            let place = path.isEmpty ? name : "\(path).\(name)"
            let entry = YAMLObject.Entry(
                name: name,
                line: key.mark?.line,
                value: YAMLValue(value, file: file, path: place)
            )
            guard !entries.contains(where: { $0.name == name }) else {
                throw YAMLFault(
                    file: file,
                    line: entry.line,
                    path: place,
                    .contradiction("this key stands twice; keep one")
                )
            }
            entries.append(entry)
        }
        return YAMLObject(self, entries)
    }

    /// The values of a list.
    ///
    /// - Parameter expected: what the fault says when there is none.
    /// - Returns: the values, in order.
    /// - Throws: that something else was written.
    package func list(_ expected: String) throws(YAMLFault) -> [YAMLValue] {
        guard case .sequence(let nodes) = node else { throw mismatch(expected) }
        return nodes.enumerated().map { YAMLValue($1, file: file, path: "\(path)[\($0 + 1)]") }
    }

    /// The fault that something else was expected here.
    package func mismatch(_ expected: String) -> YAMLFault {
        YAMLFault(file: file, line: line, path: path, .expected(expected, found: kind))
    }

    /// The fault that this value contradicts others.
    package func contradiction(_ problem: String) -> YAMLFault {
        YAMLFault(file: file, line: line, path: path, .contradiction(problem))
    }

    /// What it is, in words for a fault.
    private var kind: String {
        switch node {
        case .scalar(let scalar): scalar.string.isEmpty ? "nothing" : scalar.string.prefix(60).debugDescription
        case .mapping: "names and values"
        case .sequence: "a list"
        case .alias: "an alias"
        }
    }
}
