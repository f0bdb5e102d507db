import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit

/// `reveille care resolve`: says that an answered alert is over.
struct CareResolveCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Say that an alert is over which somebody has acknowledged, or nobody has answered."
    )

    @Argument(help: "The alert's id, or its first characters; without one, the last alert.")
    var id: String?

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let last = try await session.device.careOverview().dwellers.compactMap(\.lastAlert)
        let unresolved = last.filter { [.acknowledged, .unanswered].contains($0.state) && $0.resolvedAt == nil }
        let alert: DocumentID
        if let id {
            alert = try DocumentID(id) ?? session.alert(id, among: last)
        } else if let only = unresolved.first, unresolved.count == 1 {
            alert = only.id
        } else {
            throw CommandFailure(
                unresolved.isEmpty
                    ? "No alert that you may know of waits for somebody to say that it is over."
                    : "Several alerts wait for that: name one of \(unresolved.map { "\($0.id)" }.joined(separator: ", "))."
            )
        }
        await output.show(try await session.device.resolveAlert(alert), in: session)
    }
}
