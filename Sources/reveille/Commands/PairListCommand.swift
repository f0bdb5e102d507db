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
            output.show(
                pairs,
                orSay: "No partners yet. Pair with 'reveille pair new\(session.profileFlag)'.",
                columns: ["PARTNER", "STATE", "SINCE", "ID"],
                json: \.listing
            ) { pair in
                let state = pair.endedAt.map { "ended \(session.clock.text($0))" } ?? "active"
                return [pair.partnerName.asForeign, state, session.clock.text(pair.since), "\(pair.id)"]
            }
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
