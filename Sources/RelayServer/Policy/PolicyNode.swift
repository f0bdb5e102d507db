import Yams

/// Takes a YAML mapping apart, name by name, and knows in the end whether anything is left over.
struct PolicyNode {
    /// Why a value cannot be used: what was expected, and what is there.
    struct Mismatch: Error {
        let expected: String
        let found: String
    }

    private let file: String
    private let path: String
    private let mapping: Node.Mapping
    private let line: Int?
    private var known: [String] = []

    /// Begins to read `node`, which errors call `path`.
    init(_ node: Node, file: String, path: String = "", expected: String) throws(PolicyFileError) {
        guard case .mapping(let mapping) = node else {
            throw PolicyFileError(
                file: file,
                line: node.mark?.line,
                path: path,
                .expected(expected, found: Self.kind(of: node))
            )
        }
        self.file = file
        self.path = path
        self.mapping = mapping
        self.line = node.mark?.line
    }

    /// Takes a value by `read`.
    mutating func required<Value>(
        _ name: String,
        _ read: (Node) throws(Mismatch) -> Value
    ) throws(PolicyFileError) -> Value {
        guard let value = try optional(name, read) else {
            throw PolicyFileError(file: file, line: line, path: place(name), .missing)
        }
        return value
    }

    /// Takes a value by `read`, or nil if there is none.
    mutating func optional<Value>(
        _ name: String,
        _ read: (Node) throws(Mismatch) -> Value
    ) throws(PolicyFileError) -> Value? {
        known.append(name)
        guard let node = mapping[name] else { return nil }
        do {
            return try read(node)
        } catch {
            throw PolicyFileError(
                file: file,
                line: node.mark?.line,
                path: place(name),
                .expected(error.expected, found: error.found)
            )
        }
    }

    /// Takes a list of mappings.
    mutating func sequence(_ name: String) throws(PolicyFileError) -> [PolicyNode] {
        let nodes = try required(name) { node throws(Mismatch) in
            guard case .sequence(let nodes) = node else {
                throw Mismatch(expected: "a list of steps", found: Self.kind(of: node))
            }
            return Array(nodes)
        }
        var objects: [PolicyNode] = []
        for (index, node) in nodes.enumerated() {
            let path = "\(place(name))[\(index + 1)]"
            objects.append(
                try PolicyNode(node, file: file, path: path, expected: "a step: at, audience, stage and so on")
            )
        }
        return objects
    }

    /// Throws for the first name that nobody asked for.
    func finish() throws(PolicyFileError) {
        for (name, _) in mapping {
            let text = name.string ?? Self.kind(of: name)
            if !known.contains(text) {
                throw PolicyFileError(
                    file: file,
                    line: name.mark?.line,
                    path: place(text),
                    .unknownName(allowed: known)
                )
            }
        }
    }

    /// What a node is, in words for an error.
    static func kind(of node: Node) -> String {
        switch node {
        case .scalar(let scalar): scalar.string.isEmpty ? "nothing" : scalar.string.prefix(60).debugDescription
        case .mapping: "names and values"
        case .sequence: "a list"
        case .alias: "an alias"
        }
    }

    private func place(_ name: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }
}
