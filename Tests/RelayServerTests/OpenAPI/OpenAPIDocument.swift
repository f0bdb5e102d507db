import Foundation
import Testing
import Yams

/// docs/openapi.yaml, to be compared with the code.
struct OpenAPIDocument {
    /// One method of one path.
    struct Operation: CustomStringConvertible {
        let path: String
        let method: String
        let node: Node

        var description: String { "\(method) \(path)" }
    }

    /// An answer of an operation, under its status.
    struct Answer: CustomStringConvertible {
        let description: String
        let status: Int
        let node: Node
    }

    static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../docs/openapi.yaml").standardized.path

    private static let verbs: Set = ["get", "head", "post", "put", "patch", "delete", "options", "trace"]

    let root: Node

    init() throws {
        let text = try String(contentsOfFile: Self.path, encoding: .utf8)
        root = try #require(try Yams.compose(yaml: text))
    }

    /// Every operation.
    var operations: [Operation] {
        get throws {
            try names(at: "/paths").flatMap { path in
                try #require(root["paths"]?[path]?.mapping).compactMap { key, node in
                    guard let verb = key.string, Self.verbs.contains(verb) else { return nil }
                    return Operation(path: path, method: verb.uppercased(), node: node)
                }
            }
        }
    }

    /// Every answer of every operation.
    var answers: [Answer] {
        get throws { try operations.flatMap { try answers(of: $0) } }
    }

    /// The answers of an operation; of one that is shared, what it refers to.
    func answers(of operation: Operation) throws -> [Answer] {
        try #require(operation.node["responses"]?.mapping, "\(operation)").map { status, node in
            Answer(
                description: "\(operation) \(status.string ?? "")",
                status: try #require(status.string.flatMap { Int($0) }),
                node: try resolved(node)
            )
        }
    }

    /// The value at a JSON pointer, in which no name needs escaping but paths.
    func node(at pointer: String) throws -> Node {
        var node = root
        for token in pointer.split(separator: "/") {
            let name = String(token).replacing("~1", with: "/").replacing("~0", with: "~")
            node = try #require(node[name], "\(pointer) is not in the file")
        }
        return node
    }

    /// What a value refers to, if it is a reference.
    func resolved(_ node: Node) throws -> Node {
        guard let reference = node["$ref"]?.string else { return node }
        try #require(reference.hasPrefix("#/"))
        return try self.node(at: String(reference.dropFirst()))
    }

    /// The names of the mapping at a pointer.
    func names(at pointer: String) throws -> [String] {
        try #require(try node(at: pointer).mapping, "\(pointer) is no mapping").keys.compactMap(\.string)
    }

    /// The texts of the list at a pointer.
    func texts(at pointer: String) throws -> [String] {
        try #require(try node(at: pointer).sequence, "\(pointer) is no list").compactMap(\.string)
    }

    /// The whole number at a pointer.
    func number(at pointer: String) throws -> Int {
        try #require(try node(at: pointer).int, "\(pointer) is no number")
    }
}
