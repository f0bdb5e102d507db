import AlarmWire
import Foundation
import Testing
import Yams

/// The description in docs/openapi.yaml, for comparison with the code.
struct OpenAPIDocument {
    /// One method of one path.
    struct Operation: CustomStringConvertible {
        let path: String
        let method: String
        let node: Node

        var description: String { "\(method) \(path)" }

        /// The described endpoint; nil for a page.
        var endpoint: (any AnyEndpoint)? {
            Endpoints.all.first { $0.path == path && $0.method.rawValue == method }
        }
    }

    /// One response of an operation, with its status.
    struct DocumentedResponse: CustomStringConvertible {
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

    /// Every response of every operation.
    var answers: [DocumentedResponse] {
        get throws { try operations.flatMap { try answers(of: $0) } }
    }

    /// The responses of an operation, with references to shared ones resolved.
    func answers(of operation: Operation) throws -> [DocumentedResponse] {
        try #require(operation.node["responses"]?.mapping, "\(operation)").map { status, node in
            DocumentedResponse(
                description: "\(operation) \(status.string ?? "")",
                status: try #require(status.string.flatMap { Int($0) }),
                node: try resolved(node)
            )
        }
    }

    /// The value at a JSON pointer; only paths in it need escaping.
    func node(at pointer: String) throws -> Node {
        var node = root
        for token in pointer.split(separator: "/") {
            let name = String(token).replacing("~1", with: "/").replacing("~0", with: "~")
            node = try #require(node[name], "\(pointer) is not in the file")
        }
        return node
    }

    /// The target of a reference; any other value itself.
    func resolved(_ node: Node) throws -> Node {
        guard let reference = node["$ref"]?.string else { return node }
        try #require(reference.hasPrefix("#/"))
        return try self.node(at: String(reference.dropFirst()))
    }

    /// The name of the schema that a value refers to, if it does.
    func schema(_ node: Node) -> String? {
        let prefix = "#/components/schemas/"
        guard let reference = node["$ref"]?.string, reference.hasPrefix(prefix) else { return nil }
        return String(reference.dropFirst(prefix.count))
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

extension AnyEndpoint {
    /// Whether the method and the path are the same.
    func isSame(as other: any AnyEndpoint) -> Bool { method == other.method && path == other.path }
}
