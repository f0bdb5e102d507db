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
        let dwellers = try await session.device.careOverview().dwellers
        let last = dwellers.compactMap(\.lastAlert)
        let unresolved = last.filter { alert in
            [.acknowledged, .unanswered].contains(alert.state) && alert.resolvedAt == nil && alert.leftAt == nil
        }
        let alert: DocumentID
        if let id {
            alert = try DocumentID(id) ?? session.alert(id, among: last + dwellers.flatMap(\.alerts))
        } else if let only = unresolved.first, unresolved.count == 1 {
            alert = only.id
        } else {
            let advice = dwellers.compactMap { $0.adviceOnOpenAlert(session) }
            throw CommandFailure(
                unresolved.isEmpty
                    ? (["No alert that you may know of waits for somebody to say that it is over."] + advice)
                        .joined(separator: " ")
                    : "Several alerts wait for that: name one of \(unresolved.map { "\($0.id)" }.joined(separator: ", "))."
            )
        }
        await output.show(try await session.device.resolveAlert(alert), in: session)
    }
}

extension CareDwellerView {
    /// What comes before the word that an open alert is over; nil where none is open.
    fileprivate func adviceOnOpenAlert(_ session: DeviceSession) -> String? {
        guard !alerts.isEmpty else { return nil }
        guard !isSelf else {
            return "An alert about you is open: call it off with 'reveille care cancel\(session.profileFlag)'."
        }
        let dweller = name?.asForeign ?? "the dweller of \(circleName.asForeign)"
        return """
            An alert about \(dweller) is open, and nobody looks after it yet: first say that you do, with \
            'reveille care ack\(session.profileFlag)'.
            """
    }
}
