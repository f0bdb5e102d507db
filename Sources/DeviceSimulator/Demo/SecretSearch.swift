package import Foundation

/// Searches for secrets where none may be: in a relay's files and in its memory.
package struct SecretSearch: Sendable {
    /// A text that must not be found, and its name.
    ///
    /// It has six bytes or more: shorter ones turn up by chance among the random bytes and Base64 text of a process.
    package struct Canary: Sendable {
        package let name: String
        package let bytes: [UInt8]

        package init(_ name: String, _ text: String) {
            self.init(name, bytes: Array(text.utf8))
        }

        package init(_ name: String, bytes: [UInt8]) {
            precondition(bytes.count >= 6, "the canary \(name) is so short that chance may write it")
            self.name = name
            self.bytes = bytes
        }
    }

    private let canaries: [Canary]

    package init(for canaries: [Canary]) {
        self.canaries = canaries
    }

    /// Returns which canary was found where in the files of `folder` that satisfy `includes`; empty is good.
    package func findings(in folder: URL, where includes: (String) -> Bool) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter(includes).sorted().flatMap { name in
            let content = try Data(contentsOf: folder.appending(path: name))
            return canaries.filter { content.range(of: Data($0.bytes)) != nil }.map { "\($0.name) in \(name)" }
        }
    }

    /// Returns which canaries were found in the memory of a process; empty is good.
    package func findings(inMemoryOf processID: Int32) throws -> [String] {
        let counts = try ProcessMemory(of: processID).occurrences(of: canaries.map(\.bytes))
        return zip(canaries, counts).filter { $0.1 > 0 }.map { "\($0.0.name) in the relay's memory" }
    }
}
