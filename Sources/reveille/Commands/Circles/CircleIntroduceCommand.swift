import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille circle introduce`: tells everybody in a circle, sealed, who is who.
struct CircleIntroduceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "introduce",
        abstract: "Let everybody in a circle whose keys this device knows seal words for each other.",
        discussion: """
            Whoever lets somebody in introduces them to the others by itself. Do it again where somebody's words cannot \
            be read, or nobody can write to them: on a device of a parent, or of the dweller, who knows them. Somebody \
            whom nobody knows has to leave and join again.
            """
    )

    @Argument(help: CircleOptions.circleHelp)
    var circle: String

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let view = try await session.circle(circle)
            let outcome = try await session.device.introduce(in: view.id)
            if output.json {
                Terminal.say(
                    .object(of: [
                        "circleId": .identifier(view.id),
                        "told": .array(outcome.told.map(JSONValue.identifier)),
                        "unknown": .array(outcome.unknown.map(JSONValue.identifier)),
                    ])
                )
                return
            }
            let told = view.members.filter { outcome.told.contains($0.person) }
            Terminal.say(told.isEmpty ? "There was nobody to tell." : "Told \(told.names) who is who.")
            let unknown = view.members.filter { outcome.unknown.contains($0.person) }
            if !unknown.isEmpty { Terminal.remark("This device does not know the keys of \(unknown.names).") }
        }
    }
}

extension [CircleMemberView] {
    /// Their names in a sentence, as in `Ana, Ben and Kim`.
    var names: String {
        let names = map(\.shownName)
        guard let last = names.last, names.count > 1 else { return names.first ?? "nobody" }
        return "\(names.dropLast().joined(separator: ", ")) and \(last)"
    }
}
