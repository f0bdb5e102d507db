import RelayServer
import Testing

@testable import reveille

@Suite("What a relay that has just started says to do next")
struct NextStepsTests {
    private func commands(_ flags: [String: String], _ environment: [String: String] = [:]) throws -> [String] {
        let known = environment.merging(["HOME": "/home/ana"]) { given, _ in given }
        let configuration = try RelayConfiguration(flags: flags, environment: known)
        let lines = NextSteps(configuration: configuration, environment: known).lines
        return lines.filter { $0.contains("reveille pair new") || $0.contains("reveille checkin plan") }
    }

    @Test("The commands name the relay's data where they would look for them elsewhere, and so make a code")
    func data() throws {
        #expect(
            try commands([:]) == ["  reveille pair new --profile ana", "  reveille checkin plan --name Ana"],
            "they find the data by themselves"
        )
        #expect(try commands([:], ["REVEILLE_DATA": "/srv/relay"]).allSatisfy { $0.hasPrefix("  reveille ") })
        let moved = try commands(["data": "/srv/my relay"])
        #expect(moved.count == 2)
        #expect(moved.allSatisfy { $0.hasPrefix("  REVEILLE_DATA='/srv/my relay' reveille ") }, "\(moved)")
        let apart = try commands(["database": "/srv/a.db"])
        let paths = "REVEILLE_DATABASE=/srv/a.db REVEILLE_KEYRING=/home/ana/.local/share/reveille/keyring"
        #expect(apart.allSatisfy { $0.hasPrefix("  \(paths) reveille ") }, "\(apart)")
    }
}
