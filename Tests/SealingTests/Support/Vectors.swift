import Foundation
import Sealing
import Testing

/// PA1's known answers; see Vectors/README.md.
struct Vectors: Decodable {
    let code: [String: String]
    let pairing: [String: String]
    let sealedMessage: [String: String]
    let request: [String: String]

    static func load() throws -> Vectors {
        try JSONDecoder().decode(Vectors.self, from: data("pa1.json"))
    }

    static func rotation() throws -> [String: String] {
        try JSONDecoder().decode([String: String].self, from: data("rotation.json"))
    }

    static func link() throws -> [String: String] {
        try JSONDecoder().decode([String: String].self, from: data("link.json"))
    }

    static func member() throws -> [String: String] {
        try JSONDecoder().decode([String: String].self, from: data("member.json"))
    }

    private static func data(_ name: String) throws -> Data {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try Data(contentsOf: folder.appendingPathComponent("Vectors").appendingPathComponent(name))
    }
}

extension [String: String] {
    /// The text under `name`.
    func text(_ name: String) throws -> String {
        try #require(self[name], "no vector named \(name)")
    }

    /// The bytes that the hexadecimal text under `name` stands for.
    func bytes(_ name: String) throws -> [UInt8] {
        try [UInt8](hex: text(name))
    }

    /// The key under `name`.
    func key(_ name: String) throws -> SymmetricKey {
        try SymmetricKey(bytes: bytes(name))
    }
}
