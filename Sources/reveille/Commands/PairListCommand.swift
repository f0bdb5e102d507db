import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille pair list`: whom this device may ring, and who may ring it.
struct PairListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the partners of this device, ended pairs too."
    )

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let pairs = try await session.device.refreshPairs()
            if output.json {
                Terminal.say(JSONValue.array(pairs.map(\.listing)))
                return
            }
            guard !pairs.isEmpty else {
                Terminal.say("No partners yet. Pair with 'reveille pair new\(session.profileFlag)'.")
                return
            }
            var table = TextTable(["PARTNER", "STATE", "SINCE", "ID"])
            for pair in pairs {
                let state = pair.endedAt.map { "ended \(session.clock.text($0))" } ?? "active"
                table.add([pair.partnerName.asForeign, state, session.clock.text(pair.since), "\(pair.id)"])
            }
            for line in table.lines { Terminal.say(line) }
        }
    }
}

extension KnownPair {
    /// What a script may read of a pair.
    fileprivate var listing: JSONValue {
        .object(of: [
            "pairId": .string(id.description),
            "partner": .string(partnerName),
            "state": .string(isActive ? "active" : "ended"),
            "since": .string(since.iso8601),
            "endedAt": endedAt.map { .string($0.iso8601) },
        ])
    }
}
