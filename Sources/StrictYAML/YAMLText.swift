import Yams

/// The documents of a YAML text.
package enum YAMLText {
    /// The longest text that is read.
    ///
    /// 256 KiB. What people write by hand is a hundred times shorter.
    package static let longest = 256 * 1024

    /// Reads every document that is not empty, in order; faults call the text `file`.
    ///
    /// - Throws: the first thing that is no YAML, or none that is used here: a key that stands twice, an anchor.
    package static func documents(of text: String, file: String) throws(YAMLFault) -> [YAMLValue] {
        guard text.utf8.count <= longest else {
            throw YAMLFault(file: file, .expected("at most \(longest / 1024) KiB", found: "\(text.utf8.count) bytes"))
        }
        let nodes: [Node]
        do {
            nodes = try self.nodes(of: text, file: file)
        } catch let fault as YAMLFault {
            throw fault
        } catch let error as YamlError {
            throw YAMLFault(file: file, error)
        } catch {
            throw YAMLFault(file: file, .syntax("\(error)"))
        }
        return nodes.map { YAMLValue($0, file: file, path: "") }.filter { !$0.isNothing }
    }

    private static func nodes(of text: String, file: String) throws -> [Node] {
        let parser = try Parser(yaml: text)
        // The library forgets anchors with the parser, and puts their values in the place of each alias.
        return try withExtendedLifetime(parser) {
            var nodes: [Node] = []
            while let node = try parser.nextRoot() {
                if let line = lineOfAnchor(in: node) {
                    throw YAMLFault(file: file, line: line, .syntax("anchors and aliases are not used here"))
                }
                nodes.append(node)
            }
            return nodes
        }
    }

    /// The line of the first anchor, which stands before any alias of it.
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

extension YAMLFault {
    /// Puts what the YAML library found into one line.
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
