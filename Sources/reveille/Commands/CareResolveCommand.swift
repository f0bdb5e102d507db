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

    @Argument(help: "The alert's id, or its first characters; without one, the only one.")
    var id: String?

    @OptionGroup
    var options: SessionOptions

    func run(in session: DeviceSession) async throws {
        let dwellers = try await session.device.careOverview().dwellers
        let last = dwellers.compactMap(\.lastAlert)
        var unresolved: [CareAlertView] = []
        for dweller in dwellers { unresolved += await session.unresolvedAlerts(about: dweller) }
        let alert: DocumentID
        if let id {
            alert = try DocumentID(id) ?? session.alert(id, among: last + unresolved + dwellers.flatMap(\.alerts))
        } else if let only = unresolved.first, unresolved.count == 1 {
            alert = only.id
        } else {
            let advice = dwellers.compactMap { $0.adviceOnOpenAlert(session) }
            throw CommandFailure(
                unresolved.isEmpty
                    ? (["No alert that you may know of waits for somebody to say that it is over."] + advice)
                        .joined(separator: " ")
                    : (["Several alerts wait for that: name one of them."]
                        + unresolved.map { "  \($0.line(session.clock))" }).joined(separator: "\n")
            )
        }
        let resolved = try await session.device.resolveAlert(alert)
        await output.show(resolved, in: session)
        guard !output.json else { return }
        // Whoever may not read the history learns of another one only now.
        let dweller = try? await session.device.careOverview().dwellers.first { $0.circle == resolved.circle }
        guard let dweller else { return }
        for other in await session.unresolvedAlerts(about: dweller) where other.id != resolved.id {
            Terminal.say("Not over yet: \(other.line(session.clock))")
        }
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
