import Foundation
import Testing

@Suite("The demonstration")
struct DemoTests {
    @Test("It rings until it is answered, shows who could see what, and ends with status 0")
    func succeeds() async throws {
        let home = try Home()
        let outcome = try await Command.run("demo", in: home)
        #expect(outcome.status == 0, "\(outcome.errors)")
        var rest = outcome.output[...]
        let story = [
            "code     ", "Ana asks for ", "+02:00: \u{201C}Wake up from your nap ❤️\u{201D}", "seals", "accepted for",
            "the handoff is listed in silence", "ring 1 goes unnoticed", "RINGS (push)", "answers: Got it",
            "state acknowledged",
            "What the relay could see", "What only the phones could see", "none of it was there", "Acknowledged.",
        ]
        for part in story {
            let found = try #require(rest.range(of: part), "\(part) is missing, or out of order, in \(outcome.output)")
            rest = rest[found.upperBound...]
        }
        #expect(outcome.output.contains("due; state ringing"))
        #expect(outcome.output.contains("ring again for Ben's phone"))
    }

    @Test("Asked to stay, it leads two browsers to the relay, and an interruption ends it with status 0")
    func stays() async throws {
        let home = try Home()
        let demo = try Command(["demo", "--stay"], in: home)
        let address = try await demo.line(with: "/e#").trimmingCharacters(in: .whitespaces)
        let origin = try #require(address.split(separator: "/e#").first)
        #expect(try await demo.line(with: String(origin)).trimmingCharacters(in: .whitespaces) == origin)
        #expect(try await Shell.run("curl --silent '\(origin)/e'").contains("<html"))
        demo.interrupt(by: SIGINT)
        #expect(try await demo.outcome().status == 0)
    }

    @Test("A folder that is not empty is refused, and nothing in it is touched")
    func refuses() async throws {
        let home = try Home()
        let folder = home.folder.appending(path: "kept")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try Data().write(to: folder.appending(path: "mine"))
        let outcome = try await Command.run("demo", "--keep", folder.path, in: home)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("is not empty"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["mine"])
    }
}
