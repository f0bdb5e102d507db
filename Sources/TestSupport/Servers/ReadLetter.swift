import Foundation

/// A letter as an independent mail reader parses it: Python's `email`.
package struct ReadLetter: Decodable, Sendable {
    /// A name and an address.
    package struct Person: Decodable, Hashable, Sendable {
        /// The name, decoded.
        package let name: String
        /// The address.
        package let address: String

        package init(name: String, address: String) {
            self.name = name
            self.address = address
        }
    }

    /// The header lines, in order, unfolded and decoded.
    package let headers: [[String]]
    /// The senders.
    package let from: [Person]
    /// The recipients.
    package let to: [Person]
    /// The plain text, with line feeds as line ends.
    package let text: String
    /// The HTML, with line feeds as line ends.
    package let html: String
    /// The formal defects that the reader found.
    package let defects: [String]

    /// Returns the value of the first header line with this name; empty where there is none.
    package func header(_ name: String) -> String { headers.first { $0[0] == name }?[1] ?? "" }

    /// Parses all letters at once.
    ///
    /// - Throws: `ServerProcess.Failure` if Python fails, or the error of reading a file.
    package static func read(_ letters: [[UInt8]]) throws -> [ReadLetter] {
        let folder = try TemporaryFolder("letters")
        try JSONEncoder().encode(letters.map { Data($0) }).write(to: folder.url.appending(path: "letters"))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program, folder.path("letters"), folder.path("read")]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ServerProcess.Failure.ended("python3", process.terminationStatus)
        }
        let data = try Data(contentsOf: folder.url.appending(path: "read"))
        return try JSONDecoder().decode([ReadLetter].self, from: data)
    }

    private static let program = """
        import base64, email, email.policy, json, sys

        def people(field):
            return [{"name": one.display_name, "address": one.addr_spec} for one in field.addresses]

        def read(letter):
            message = email.message_from_bytes(base64.b64decode(letter), policy=email.policy.default)
            defects = [repr(defect) for part in message.walk() for defect in part.defects]
            defects += [repr(defect) for _, field in message.items() for defect in field.defects]
            bodies = [part.get_content().replace("\\r\\n", "\\n") for part in message.iter_parts()]
            assert [part.get_content_type() for part in message.iter_parts()] == ["text/plain", "text/html"]
            return {
                "headers": [[name, str(field)] for name, field in message.items()], "from": people(message["from"]),
                "to": people(message["to"]), "text": bodies[0], "html": bodies[1], "defects": defects,
            }

        letters = json.load(open(sys.argv[1]))
        json.dump([read(letter) for letter in letters], open(sys.argv[2], "w"))
        """
}
