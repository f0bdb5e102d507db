import FoundationEssentials
package import Sealing

/// A team's key for APNs, as issued by Apple's developer portal.
package struct APNsCredentials: Sendable {
    /// An error in credentials, with its remedy.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The key or team identifier is not ten letters and digits.
        case badName(field: String, value: String)
        /// The file cannot be read.
        case unreadable(path: String, cause: String)
        /// The file holds no P-256 key.
        case badKey(path: String, cause: String)

        /// A one-line message for an operator.
        package var description: String {
            switch self {
            case .badName(let field, let value):
                "the \(field) \(value.debugDescription) is not ten capital letters and digits: copy it from Apple's portal"
            case .unreadable(let path, let cause):
                "cannot read the APNs key \(path): \(cause)"
            case .badKey(let path, let cause):
                "\(path) is no APNs key (.p8): \(cause)"
            }
        }
    }

    /// The key's identifier, the `kid` of provider tokens.
    package let keyID: String
    /// The team's identifier, the `iss` of provider tokens.
    package let teamID: String
    let key: ES256.PrivateKey

    /// Creates credentials from a key that was already read.
    package init(key: ES256.PrivateKey, keyID: String, teamID: String) throws(Failure) {
        for (field, value) in [("key ID", keyID), ("team ID", teamID)] where !Self.isName(value) {
            throw .badName(field: field, value: value)
        }
        self.key = key
        self.keyID = keyID
        self.teamID = teamID
    }

    /// Reads the key from a `.p8` file.
    package init(keyFile path: String, keyID: String, teamID: String) throws(Failure) {
        let pem: String
        do {
            pem = try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw .unreadable(path: path, cause: "check that it exists and that the relay's user may read it")
        }
        let key: ES256.PrivateKey
        do {
            key = try ES256.PrivateKey(pem: pem)
        } catch {
            throw .badKey(path: path, cause: "\(error)")
        }
        try self.init(key: key, keyID: keyID, teamID: teamID)
    }

    /// Whether `text` has the form of Apple's identifiers, and so needs no escaping in a JSON string.
    private static func isName(_ text: String) -> Bool {
        text.utf8.count == 10
            && text.utf8.allSatisfy {
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
    }
}
