import Yams

/// Parsing of a YAML text into documents.
package enum YAMLText {
    /// The longest text that is read.
    ///
    /// 256 KiB: a hundred times what people write by hand.
    package static let longest = 256 * 1024

    /// Parses every document that is not empty, in order; errors call the text `file`.
    ///
    /// - Throws: the first error: a text that is no YAML, or a feature that is not supported, such as a duplicate key
    ///   or an anchor.
    package static func documents(of text: String, file: String) throws(YAMLError) -> [YAMLValue] {
        guard text.utf8.count <= longest else {
            throw YAMLError(file: file, .expected("at most \(longest / 1024) KiB", found: "\(text.utf8.count) bytes"))
        }
        let nodes: [Node]
        do {
            nodes = try self.nodes(of: text, file: file)
        } catch let fault as YAMLError {
            throw fault
        } catch let error as YamlError {
            throw YAMLError(file: file, error)
        } catch {
            throw YAMLError(file: file, .syntax("\(error)"))
        }
        return nodes.map { YAMLValue(YAMLNode($0), file: file) }.filter { !$0.isNothing }
    }

    private static func nodes(of text: String, file: String) throws -> [Node] {
        let parser = try Parser(yaml: text)
        // The library drops anchors with the parser, and replaces each alias by its value.
        return try withExtendedLifetime(parser) {
            var nodes: [Node] = []
            while let node = try parser.nextRoot() {
                if let line = lineOfAnchor(in: node) {
                    throw YAMLError(file: file, line: line, .syntax("anchors and aliases are not used here"))
                }
                nodes.append(node)
            }
            return nodes
        }
    }

    /// The line of the first anchor, which precedes any alias of it.
    private static func lineOfAnchor(in node: Node) -> Int? {
        guard node.anchor == nil else { return node.mark?.line ?? 1 }
        switch node {
        case .scalar, .alias: return nil
        case .sequence(let items): return items.lazy.compactMap { lineOfAnchor(in: $0) }.first
        case .mapping(let pairs):
            return pairs.lazy.compactMap { lineOfAnchor(in: $0.key) ?? lineOfAnchor(in: $0.value) }.first
        }
    }
}

extension YAMLError {
    /// Describes an error of the YAML library on one line.
    fileprivate init(file: String, _ error: YamlError) {
        switch error {
        case .scanner(let context, let problem, let mark, _),
            .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let place = context.map { " (\($0.text))" } ?? ""
            self.init(file: file, line: mark.line, .syntax("column \(mark.column): \(problem)\(place)"))
        case .duplicatedKeysInMapping(let duplicates, let context):
            let keys = duplicates.map { "'\($0)'" }.joined(separator: ", ")
            self.init(file: file, line: context.mark.line, .syntax("the key \(keys) stands twice"))
        case .reader(let problem, _, _, _): self.init(file: file, .syntax(problem))
        default: self.init(file: file, .syntax("\(error)"))
        }
    }
}

extension YAMLNode {
    /// Converts a node of the YAML library, whose parser limits the depth.
    fileprivate init(_ node: Node) {
        let content: Content =
            switch node {
            case .scalar(let scalar): .scalar(scalar.string, isPlain: scalar.style == .plain)
            case .sequence(let nodes): .list(nodes.map { YAMLNode($0) })
            case .mapping(let pairs):
                .object(
                    pairs.map { key, value in
                        Member(name: key.scalar?.string, line: key.mark?.line, node: YAMLNode(value))
                    }
                )
            // Aliases cannot occur, since anchors were refused before.
            case .alias: .nothing
            }
        self.init(content, line: node.mark?.line)
    }
}
