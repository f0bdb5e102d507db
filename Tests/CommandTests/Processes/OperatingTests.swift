import Foundation
import Testing

@Suite("The operator's commands on the relay's machine", .timeLimit(.minutes(10)))
struct OperatingTests {
    /// The flag with which a command asks this home's relay.
    private static func listen(_ home: Home) -> [String] {
        ["--listen", String(home.relay.dropFirst("http://".count))]
    }

    private static func run(_ arguments: [String], in home: Home) async throws -> Command.Outcome {
        try await Command.run(arguments + listen(home), in: home)
    }

    @Test("The health check ends with 0 while the relay runs, and with 1 once it does not")
    func healthcheck() async throws {
        let home = try Home()
        try await home.withRelay {
            let ready = try await Self.run(["healthcheck"], in: home)
            #expect(ready.status == 0 && ready.output.hasPrefix("\(home.relay)/readyz: "), "\(ready)")
            let alive = try await Self.run(["healthcheck", "--alive", "--json"], in: home)
            #expect(alive.status == 0 && alive.output.contains(#""healthy":true"#), "\(alive)")
        }
        let gone = try await Self.run(["healthcheck"], in: home)
        #expect(gone.status == 1 && gone.output.contains("no answer"), "\(gone)")
        let wrong = try await Self.run(["healthcheck", "--timeout", "0"], in: home)
        #expect(wrong.status == 64)
    }

    @Test("The status is shown with and without a relay, and nothing of it while there is no database")
    func status() async throws {
        let home = try Home()
        let none = try await Self.run(["status"], in: home)
        #expect(none.status == 1 && none.errors.contains("there is no database at"), "\(none)")
        try await home.withRelay {
            try await home.pair()
            _ = try await home.done("alarm", "send", "--in", "1h", "Wake up", profile: "ana")
            let status = try await Self.run(["status"], in: home)
            #expect(status.status == 0, "\(status)")
            #expect(status.output.hasPrefix("The relay runs: "), "\(status.output)")
            #expect(status.output.contains("next step"))
            let json = try await Self.run(["status", "--json"], in: home)
            #expect(json.output.contains(#""running":true"#) && json.output.contains(#""pairs":1"#), "\(json.output)")
        }
        let stopped = try await Self.run(["status"], in: home)
        #expect(stopped.status == 1 && stopped.output.hasPrefix("The relay does not run."), "\(stopped)")
    }

    @Test("A backup beside a running relay is restored into an empty place, and the pending alarm is there")
    func backup() async throws {
        let home = try Home()
        let file = home.path(of: "backup")
        let data = home.folder.appending(path: ".local/share/reveille")
        try await home.withRelay {
            try await home.pair()
            _ = try await home.done("alarm", "send", "--in", "1h", "Wake up", profile: "ana")
            let made = try await Command.run("backup", file, in: home)
            #expect(made.status == 0 && made.output.contains("2 people, 2 devices, 1 pair"), "\(made)")
            let again = try await Command.run("backup", file, in: home)
            #expect(again.status == 1 && again.errors.contains("--replace"), "\(again)")
            let checked = try await Command.run("restore", file, "--check", in: home)
            #expect(checked.status == 0 && checked.output.contains("can be restored"), "\(checked)")
            let running = try await Command.run("restore", file, in: home)
            #expect(running.status == 1 && running.errors.contains("held by another process"), "\(running)")
        }
        let inTheWay = try await Command.run("restore", file, in: home)
        #expect(inTheWay.status == 1 && inTheWay.errors.contains("--replace"), "\(inTheWay)")
        for name in ["reveille.db", "reveille.db-wal", "reveille.db-shm"] {
            try? FileManager.default.removeItem(at: data.appending(path: name))
        }
        let restored = try await Command.run("restore", file, "--json", in: home)
        #expect(restored.status == 0 && restored.output.contains(#""restored":true"#), "\(restored)")
        try await home.withRelay {
            #expect(try await home.done("alarm", "list", profile: "ben").contains("Wake up"))
            let downtime = try await home.done("downtime")
            #expect(downtime.contains("restored from a backup"), "\(downtime)")
        }
    }

    @Test("Without its keyring a backup is not restored, and the error says what is missing")
    func keyring() async throws {
        let home = try Home()
        let file = home.path(of: "backup")
        try await home.withRelay { _ = try await home.done("backup", file) }
        let keyring = home.folder.appending(path: ".local/share/reveille/keyring")
        try FileManager.default.removeItem(at: keyring)
        let refused = try await Command.run("restore", file, in: home)
        #expect(refused.status == 1 && refused.errors.contains("there is no keyring at"), "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: keyring.path))
    }

    @Test("Somebody is listed and removed, after a yes")
    func person() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            let list = try await home.done("person", "list", "--json")
            let people = try JSONDecoder().decode([Person].self, from: Data(list.utf8))
            try #require(people.count == 2)
            let id = people[1].person
            let asked = try Command(["person", "remove"] + Self.listen(home) + ["--", id], in: home)
            try asked.type("n")
            #expect(try await asked.outcome().status == 1)
            let remove = ["person", "remove", "--yes"] + Self.listen(home) + ["--", id]
            let removed = try await Command.run(remove, in: home)
            #expect(removed.status == 0 && removed.output.contains("devices"), "\(removed)")
            let unknown = try await Command.run(remove, in: home)
            #expect(unknown.status == 1 && unknown.errors.contains("person list"), "\(unknown)")
        }
        let wrong = try await Self.run(["person", "remove", "nobody"], in: home)
        #expect(wrong.status == 64)
    }

    private struct Person: Decodable {
        let person: String
    }

    @Test("The doctor fails without a relay, and finds the files of one that runs in order")
    func doctor() async throws {
        let home = try Home()
        let alone = try await Self.run(["doctor"], in: home)
        #expect(alone.status == 1 && alone.output.contains("failure"), "\(alone)")
        try await home.withRelay {
            let found = try await Self.run(["doctor", "--json"], in: home)
            let findings = try JSONDecoder().decode([Finding].self, from: Data(found.output.utf8))
            let statuses = Dictionary(uniqueKeysWithValues: findings.map { ($0.subject, $0.status) })
            #expect(statuses["keyring"] == "ok" && statuses["database"] == "ok", "\(found.output)")
            #expect(statuses["gateway"] == "skipped" && statuses["origin"] == "warning", "\(found.output)")
            #expect(found.status == (statuses.values.contains("failure") ? 1 : 0))
        }
    }

    @Test("The doctor has the push gateway try the key, and names what it says against the key or the app")
    func gateway() async throws {
        let home = try Home()
        try await home.withRelay {
            let gateway = try RunningGateway(home, "--quiet")
            let environment = try await gateway.briefing().environment
            for (changed, status, said) in [
                ([:], "ok", "the gateway takes the key for org.example.reveille"),
                (["REVEILLE_APNS_KEY_ID": "ABCDEFGHIJ"], "failure", "InvalidProviderToken"),
                (["REVEILLE_APNS_TOPIC": "org.example.other"], "failure", "org.example.other: the gateway says"),
                (["REVEILLE_APNS_ENDPOINT": "https://127.0.0.1:1"], "failure", "no push gets through"),
            ] {
                let found = try await Command.run(
                    ["doctor", "--json"] + Self.listen(home),
                    in: home,
                    environment: environment.merging(changed) { $1 }
                )
                let findings = try JSONDecoder().decode([Finding].self, from: Data(found.output.utf8))
                let finding = try #require(findings.first { $0.subject == "gateway" })
                #expect(finding.status == status && finding.finding.contains(said), "\(finding)")
                #expect((finding.remedy == nil) == (status == "ok"))
                #expect(findings.contains { $0.subject == "webpush" && $0.status == "ok" })
            }
            gateway.command.interrupt()
            #expect(try await gateway.command.outcome().status == 0)
        }
    }

    private struct Finding: Decodable {
        let subject: String
        let status: String
        let finding: String
        let remedy: String?
    }
}
