import ArgumentParser
import Foundation
import Testing

@testable import reveille

@Suite("Help")
struct HelpTests {
    /// Writes the golden files anew when set, instead of comparing.
    private static let isRegenerating = ProcessInfo.processInfo.environment["REVEILLE_REGENERATE_GOLDEN"] != nil
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Golden")

    /// A command by the words that lead to it.
    struct Named: CustomTestStringConvertible {
        let words: [String]
        let type: any ParsableCommand.Type

        var file: URL { folder.appending(path: words.joined(separator: "-") + ".txt") }
        var testDescription: String { words.joined(separator: " ") }

        /// The command and all below it.
        static func all(from type: any ParsableCommand.Type = Reveille.self, under words: [String] = []) -> [Named] {
            let words = words + [type.configuration.commandName ?? "?"]
            return [Named(words: words, type: type)]
                + type.configuration.subcommands.flatMap { all(from: $0, under: words) }
        }
    }

    @Test("Every command's help matches its golden file", arguments: Named.all())
    func agrees(_ command: Named) throws {
        let help = Reveille.helpMessage(for: command.type, columns: 100) + "\n"
        if Self.isRegenerating { try help.write(to: command.file, atomically: true, encoding: .utf8) }
        let golden = try String(contentsOf: command.file, encoding: .utf8)
        #expect(
            help == golden,
            "If this is meant, run the tests with REVEILLE_REGENERATE_GOLDEN=1 and look at the change."
        )
    }

    /// Commands that talk with a person, run until they are stopped, or write what has another form.
    private static let withoutJSON: Set = [
        "demo", "gateway", "phone", "policy show", "serve", "web hash",
    ]

    @Test("Every other command reports as JSON for scripts", arguments: Named.all())
    func reportsAsJSON(_ command: Named) {
        guard command.type.configuration.subcommands.isEmpty else { return }
        let name = command.words.dropFirst().joined(separator: " ")
        let help = Reveille.helpMessage(for: command.type, columns: 100)
        #expect(help.contains("--json") != Self.withoutJSON.contains(name))
    }

    @Test("There is no golden file of a removed command")
    func hasNoLeftovers() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(files) == Set(Named.all().map(\.file.lastPathComponent)))
    }

    @Test("Every command says in one line what it does", arguments: Named.all())
    func hasAbstract(_ command: Named) {
        #expect(command.type.configuration.abstract.hasSuffix("."))
    }
}
