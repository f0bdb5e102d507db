import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille care ack`: you look after it.
struct CareAckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ack",
        abstract: "Say that you look after somebody; the others hear it, and are told no more."
    )

    @Argument(help: "The alert's id, or its first characters; without one, the alert that is open.")
    var id: String?

    @Option(
        help: ArgumentHelp("What to say; sealed for the dweller and the others, and sent with it.", valueName: "text")
    )
    var say: String?

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var profile: ProfileOptions

    func run() async throws {
        try await DeviceSession.run(profile) { session in
            let open = try await session.openAlerts(ofOwn: false)
            if let id {
                let alert = try session.alert(id, among: open)
                return try await acknowledge(alert, in: session)
            }
            guard let only = open.first else { throw CommandFailure("No alert is open that you may know of.") }
            guard open.count == 1 else {
                let ids = open.map { "\($0.id)" }.joined(separator: ", ")
                throw CommandFailure("Several alerts are open: name one of \(ids).")
            }
            try await acknowledge(only.id, in: session)
        }
    }

    private func acknowledge(_ id: DocumentID, in session: DeviceSession) async throws {
        if let say { _ = await session.note(say, on: try await session.device.careAlert(id)) }
        await output.show(try await session.device.acknowledgeAlert(id), in: session)
    }
}
