import Foundation
import Testing

@Suite("Pairing by a script, and symbols in files", .timeLimit(.minutes(10)))
struct PairScriptTests {
    @Test("A script gets the code, is asked for the digits until they are right, and learns of the pair")
    func paired() async throws {
        let home = try Home()
        try await home.withRelay {
            let ana = try Command(["pair", "new", "--json", "--profile", "ana", "--name", "Ana"], in: home)
            let open = try await ana.object(inState: "open")
            let code = try #require(open["code"])
            #expect(open["link"] == "\(home.relay)/p#\(code)")
            #expect(open["qr"] == "\(home.relay.uppercased())/P#\(code)")
            #expect(open["expiresAt"]?.hasSuffix("Z") == true)
            let ben = try Command(["pair", "accept", code, "--profile", "ben", "--name", "Ben", "--yes"], in: home)
            let digits = try await ben.digits()
            let answered = try await ana.object(inState: "answered")
            #expect(answered["partner"] == "Ben")
            #expect(answered["triesLeft"] == "3")
            // A line that is no digits costs no try; wrong digits do.
            try ana.type("hello")
            #expect(try await ana.object(inState: "answered")["triesLeft"] == "3")
            try ana.type(digits == "000000" ? "000001" : "000000")
            #expect(try await ana.object(inState: "answered")["triesLeft"] == "2")
            try ana.type(digits)
            let paired = try await ana.object(inState: "paired")
            #expect(paired["partner"] == "Ben")
            #expect(paired["pairId"]?.isEmpty == false)
            let outcome = try await ana.outcome()
            #expect(outcome.status == 0)
            // Every line is an object, and nothing else is among them.
            let lines = outcome.output.split(separator: "\n")
            #expect(lines.allSatisfy { $0.hasPrefix("{\"state\":") }, "\(outcome.output)")
        }
    }

    @Test("A script that writes no digits is told that the pairing has ended, and why")
    func ended() async throws {
        let home = try Home()
        try await home.withRelay {
            let ana = try Command(["pair", "new", "--json", "--profile", "ana", "--name", "Ana"], in: home)
            let code = try #require(try await ana.object(inState: "open")["code"])
            let ben = try Command(["pair", "accept", code, "--profile", "ben", "--name", "Ben", "--yes"], in: home)
            _ = try await ben.digits()
            _ = try await ana.object(inState: "answered")
            ana.endInput()
            #expect(try await ana.object(inState: "ended")["reason"]?.contains("given up") == true)
            #expect(try await ana.outcome().status == 1)
            _ = try await ben.outcome()
        }
    }

    @Test("The symbol is written into a file for its owner alone, never in place of one", arguments: ["png", "svg"])
    func symbolFile(format: String) async throws {
        let home = try Home()
        try await home.withRelay {
            let file = home.path(of: "code.\(format)")
            let new = ["pair", "new", "--profile", "ana", "--name", "Ana", "--qr", file]
            let first = try Command(new, in: home)
            _ = try await first.line(with: "QR code: \(file)")
            let code = try await first.code()
            let ben = try Command(["join", code, "--profile", "ben", "--name", "Ben", "--yes"], in: home)
            try first.type(try await ben.digits())
            _ = try await ben.outcome()
            #expect(try await first.outcome().status == 0)

            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let written = try Data(contentsOf: URL(filePath: file))
            #expect(written.starts(with: format == "png" ? Data([0x89, 0x50, 0x4E, 0x47]) : Data("<?xml".utf8)))

            let second = try await Command.run(new, in: home)
            #expect(second.status == 1)
            #expect(second.errors.contains("\(file) is there already"), "\(second.errors)")
            #expect(second.output.isEmpty)
            #expect(try Data(contentsOf: URL(filePath: file)) == written)

            let third = try Command(new + ["--replace"], in: home)
            _ = try await third.line(with: "Waiting for your partner")
            #expect(try Data(contentsOf: URL(filePath: file)) != written)
            third.interrupt()
            _ = try await third.outcome()
            let left = try FileManager.default.contentsOfDirectory(atPath: home.folder.path)
            #expect(!left.contains { $0.hasSuffix(".partial") })
        }
    }

    @Test("A file whose name does not say what to write is refused")
    func unknownFormat() async throws {
        let outcome = try await Command.run("pair", "new", "--qr", "code.gif", in: try Home())
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(".png or .svg"), "\(outcome.errors)")
    }
}

extension Command {
    /// The members of the next line that is an object in `state`, as text.
    fileprivate func object(inState state: String) async throws -> [String: String] {
        try await object(with: "\"state\":\"\(state)\"")
    }
}
