import Foundation
import Testing

@Suite("The push gateway", .timeLimit(.minutes(10)))
struct GatewayTests {
    @Test("It prints what a client needs, shows and records what comes, and ends cleanly when it is asked to")
    func serves() async throws {
        let home = try Home()
        let gateway = try RunningGateway(home, "--record", "pushes.jsonl", "--ca", "ca.pem", "--key", "key.p8")
        let briefing = try await gateway.briefing()
        #expect(try mode(of: home.folder.appending(path: "key.p8")) == 0o600)
        #expect(try mode(of: home.folder.appending(path: "pushes.jsonl")) == 0o600)
        let config = try await Command.run("config", in: home, environment: briefing.environment)
        #expect(config.status == 0, "\(config.errors)")
        #expect(briefing.environment["REVEILLE_APNS_TOPIC"] == "org.example.reveille")

        let answer = try await Shell.run(briefing.curl + " --silent --show-error --write-out '%{response_code}'")
        #expect(answer == "200")
        let line = try await gateway.command.line(with: " -> ")
        #expect(line.hasSuffix("-> 200"), "\(line)")
        #expect(line.contains("sandbox") && line.contains("alert") && line.contains("27 bytes"), "\(line)")
        gateway.command.interrupt()
        let outcome = try await gateway.command.outcome()
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("Received: 1. Accepted of the newest 1: 1."))
        let record = try String(contentsOf: home.folder.appending(path: "pushes.jsonl"), encoding: .utf8)
        #expect(record.hasPrefix(#"{"number":1,"#) && record.hasSuffix("\"status\":200}\n"), "\(record)")
    }

    @Test("Temporary files are removed when it has ended")
    func temporaryFiles() async throws {
        let gateway = try RunningGateway(try Home(), "--quiet")
        let briefing = try await gateway.briefing()
        let path = try #require(briefing.environment["REVEILLE_APNS_KEY_FILE"])
        #expect(try mode(of: URL(filePath: path)) == 0o600)
        gateway.command.interrupt()
        #expect(try await gateway.command.outcome().status == 0)
        #expect(!FileManager.default.fileExists(atPath: URL(filePath: path).deletingLastPathComponent().path))
    }

    @Test("The same seed and key make the same gateway again")
    func again() async throws {
        let home = try Home()
        let names = ["--key", "key.p8", "--key-id", "ABCDEFGHIJ", "--team-id", "0123456789", "--ca", "ca.pem"]
        var briefings: [RunningGateway.StartupInfo] = []
        for _ in 0..<2 {
            let gateway = try RunningGateway(home, arguments: names + ["--seed", "7"])
            briefings.append(try await gateway.briefing())
            gateway.command.interrupt()
            _ = try await gateway.command.outcome()
        }
        let tokens = briefings.map { $0.curl.suffix(64) }
        #expect(tokens[0] == tokens[1])
        #expect(briefings.map { $0.environment["REVEILLE_APNS_KEY_ID"] } == ["ABCDEFGHIJ", "ABCDEFGHIJ"])
    }

    @Test("Behaviours are in force from the start, and can be changed over the control endpoint")
    func behaviors() async throws {
        let home = try Home()
        try home.write("general: {faults: [{answer: {reason: ServiceUnavailable}}]}", to: "bad.yaml")
        let gateway = try RunningGateway(home, "--behavior", "bad.yaml", "--production-listen", "127.0.0.1:0")
        let briefing = try await gateway.briefing()
        let push = briefing.curl + " --silent --write-out '%{response_code}' --output /dev/null"
        #expect(try await Shell.run(push) == "503")
        let control = try #require(briefing.control)
        _ = try await Shell.run("curl --silent --request DELETE \(control)/v1/behavior")
        #expect(try await Shell.run(push) == "200")
        #expect(try await Shell.run("curl --silent \(control)/healthz").contains("productionPort"))
    }

    @Test("An address that others can reach is refused without the flag that allows it")
    func publicAddress() async throws {
        let home = try Home()
        let refused = try await Command.run("gateway", "--listen", "0.0.0.0:0", "--control", "127.0.0.1:0", in: home)
        #expect(refused.status == 1)
        #expect(refused.errors.hasPrefix("Error: 0.0.0.0 can be reached by others"))
        #expect(refused.errors.contains("--i-know"))
        let control = try await Command.run(
            "gateway",
            "--listen",
            "127.0.0.1:0",
            "--control",
            "0.0.0.0:0",
            "--i-know",
            in: home
        )
        #expect(control.status == 1)
        #expect(control.errors.contains("--control: 0.0.0.0 is not a loopback address"))
        let knowing = try Command(
            ["gateway", "--listen", "0.0.0.0:0", "--control", "127.0.0.1:0", "--i-know"],
            in: home
        )
        _ = try await knowing.line(with: "The push gateway simulator listens.")
        knowing.interrupt()
        #expect(try await knowing.outcome().status == 0)
    }

    /// Arguments and the expected standard error.
    struct Refused: CustomTestStringConvertible {
        let arguments: [String]
        let status: Int32
        let error: String

        init(_ arguments: String..., status: Int32 = 1, says error: String) {
            (self.arguments, self.status, self.error) = (arguments, status, error)
        }

        var testDescription: String { arguments.joined(separator: " ") }
    }

    @Test(
        "Invalid arguments are refused with the place and what was expected",
        arguments: [
            Refused("--behavior", "unknown.yaml", says: "unknown.yaml: cannot be read"),
            Refused("--behavior", "wrong.yaml", says: "wrong.yaml:4: general.faults[2].chance: expected a probability"),
            Refused("--behavior", "missing.yaml", says: "missing.yaml:2: general.faults[1].answer: missing; add it"),
            Refused("--behavior", "two.yaml", says: "two.yaml: expected one document of behaviours, found 2"),
            Refused("--key", "there.p8", says: "there.p8 holds a key: name it by --key-id and --team-id."),
            Refused("--key", "there.p8", "--key-id", "A", "--team-id", "B", says: "is not a P-256 private key in PEM"),
            Refused("--ca", "there.p8", says: "there.p8 is not one certificate: --ca would overwrite it"),
            Refused("--record", "nowhere/pushes.jsonl", says: "nowhere/pushes.jsonl cannot be written"),
            Refused("--key-id", "A", status: 64, says: "--key-id and --team-id go together."),
            Refused("--topic", "a b", status: 64, says: "expected a bundle identifier"),
            Refused("--listen", "2197", status: 64, says: "expected ADDRESS:PORT, as in 127.0.0.1:2197"),
        ]
    )
    func refused(_ example: Refused) async throws {
        let home = try Home()
        try home.write("general:\n  faults:\n    - answer: never\n    - {answer: never, chance: 2}\n", to: "wrong.yaml")
        try home.write("general:\n  faults: [{first: 1}]\n", to: "missing.yaml")
        try home.write("general: {}\n---\ngeneral: {}\n", to: "two.yaml")
        try home.write("no key", to: "there.p8")
        let listening = example.arguments.contains("--listen") ? [] : ["--listen", "127.0.0.1:0"]
        let arguments = example.arguments.map { $0.contains(".") ? home.path(of: $0) : $0 }
        let outcome = try await Command.run(["gateway", "--control", "127.0.0.1:0"] + listening + arguments, in: home)
        #expect(outcome.status == example.status)
        #expect(outcome.errors.contains(example.error), "\(outcome.errors)")
        #expect(try String(contentsOf: home.folder.appending(path: "there.p8"), encoding: .utf8) == "no key")
    }

    @Test("A port in use is named")
    func takenPort() async throws {
        let home = try Home()
        let gateway = try RunningGateway(home)
        let control = try #require(try await gateway.briefing().control).dropFirst("http://".count)
        let second = try await Command.run(
            "gateway",
            "--listen",
            "127.0.0.1:0",
            "--control",
            String(control),
            in: home
        )
        #expect(second.status == 1)
        #expect(second.errors.contains("cannot listen on all of 127.0.0.1:0, \(control)"), "\(second.errors)")
    }

    private func mode(of file: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }
}
