import AlarmWire
import Foundation
import Testing

/// The known answers of PA1, shared with the tests of the primitives.
struct Vectors {
    private let root: JSONObject

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "SealingTests/Vectors/pa1.json")
        let json = try JSONValue(parsing: Array(Data(contentsOf: file)), limits: JSONLimits(bytes: 1 << 20))
        guard case .object(let object) = json else { throw WireError(.expected("an object")) }
        root = object
    }

    func text(_ group: String, _ name: String) throws -> String {
        guard case .object(let object)? = root[group], case .string(let text)? = object[name] else {
            throw WireError(.missing, at: "/\(group)/\(name)")
        }
        return text
    }

    func hex(_ group: String, _ name: String) throws -> [UInt8] {
        let digits = try text(group, name).map { try #require($0.hexDigitValue) }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
