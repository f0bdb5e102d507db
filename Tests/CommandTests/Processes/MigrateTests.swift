import Foundation
import Testing

@Suite("Moving a relay to another database", .timeLimit(.minutes(10)))
struct MigrateTests {
    private let home: Home
    /// The paths of the relay's database, and of a copy.
    private let former: String
    private let next: String

    init() throws {
        home = try Home()
        former = home.folder.appending(path: ".local/share/reveille/reveille.db").path
        next = home.folder.appending(path: ".local/share/reveille/next.db").path
    }

    /// Starts the relay on its first database, which it must refuse; returns what it says.
    private func refusal() async throws -> String {
        let listen = String(home.relay.dropFirst("http://".count))
        let refused = try await Command.run("serve", "--listen", listen, in: home)
        #expect(refused.status == 1)
        return refused.errors
    }

    @Test("A relay goes on with its alarms on the copy, and starts no more on the database that was copied")
    func moved() async throws {
        try await home.withRelay {
            try await home.pair()
            _ = try await home.done("alarm", "send", "--in", "1h", "Wake up", profile: "ana")
        }
        let ends = ["--from", "sqlite:\(former)", "--to", next]
        let copied = try await Command.run(["migrate"] + ends, in: home)
        #expect(copied.status == 0, "\(copied)")
        #expect(copied.output.contains("are the same on both sides"), "\(copied)")
        #expect(copied.output.contains("alarms "), "\(copied)")
        let checked = try await Command.run(["migrate", "--check", "--json"] + ends, in: home)
        #expect(checked.status == 0 && checked.output.contains(#""equal":true"#), "\(checked)")

        #expect(try await refusal().contains("its rows were copied to \(next): start the relay on that"))
        let enrolled = try await Command.run("enroll", in: home)
        #expect(enrolled.status == 1 && enrolled.errors.contains("its rows were copied to"), "\(enrolled)")
        try await home.withRelay(["--database", next]) {
            let list = try await home.done("alarm", "list", profile: "ben")
            #expect(list.contains("Wake up"), "\(list)")
        }
        let differing = try await Command.run(["migrate", "--check"] + ends, in: home)
        #expect(differing.status == 1 && differing.errors.contains("differ in "), "\(differing)")
        let again = try await Command.run(["migrate"] + ends, in: home)
        #expect(again.status == 1 && again.errors.contains("was copied to \(next) already"), "\(again)")
    }

    @Test("A mark is taken back on request, and the relay starts where it was")
    func reopened() async throws {
        try await home.withRelay { try await home.pair() }
        let copied = try await Command.run("migrate", "--from", former, "--to", next, in: home)
        #expect(copied.status == 0, "\(copied)")
        #expect(try await refusal().contains("'reveille migrate --reopen' takes this back"))
        let reopened = try await Command.run("migrate", "--reopen", former, in: home)
        #expect(reopened.status == 0 && reopened.output.contains("Never let one run on \(next) as well"), "\(reopened)")
        try await home.withRelay {}
        let unmarked = try await Command.run("migrate", "--reopen", former, in: home)
        #expect(unmarked.status == 0 && unmarked.output.contains("was not copied"), "\(unmarked)")
    }

    @Test("Nothing is copied while a relay runs, from nowhere, or to nowhere")
    func refused() async throws {
        try await home.withRelay {
            let running = try await Command.run("migrate", "--from", former, "--to", next, in: home)
            #expect(running.status == 1 && running.errors.contains("is held by another process: stop it"), "\(running)")
            #expect(!FileManager.default.fileExists(atPath: next))
        }
        let missing = try await Command.run("migrate", "--from", next, "--to", former, in: home)
        #expect(missing.status == 1 && missing.errors.contains("there is no database at \(next)"), "\(missing)")
        let same = try await Command.run("migrate", "--from", former, "--to", "sqlite:\(former)", in: home)
        #expect(same.status == 1 && same.errors.contains("name two databases"), "\(same)")
        let half = try await Command.run("migrate", "--from", former, in: home)
        #expect(half.status == 64)
        let secret = "postgres://ana:secret@localhost/relay"
        let told = try await Command.run("migrate", "--from", former, "--to", secret, in: home)
        #expect(told.status == 1 && told.errors.contains("its URL holds a password"), "\(told)")
        #expect(!told.errors.contains("secret"), "\(told)")
    }
}
