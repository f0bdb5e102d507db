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

    @Argument(
        help: "The alert's id, or its first characters. (default: the only one, or the only one that you acknowledged)"
    )
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
        } else {
            alert = try await meant(among: unresolved, of: dwellers, in: session)
        }
        let resolved = try await session.device.resolveAlert(alert)
        await output.show(resolved, in: session)
        guard !output.json else { return }
        // Whoever may not read the history learns of another one only now.
        let dweller = try? await session.device.careOverview().dwellers.first { $0.circle == resolved.circle }
        if let dweller {
            for other in await session.unresolvedAlerts(about: dweller) where other.id != resolved.id {
                Terminal.say("Not over yet: \(other.line(session.clock))")
            }
        }
        await session.sayStillOpen(besides: resolved.id)
    }

    /// The alert that is meant without an id.
    private func meant(
        among unresolved: [CareAlertView],
        of dwellers: [CareDwellerView],
        in session: DeviceSession
    ) async throws -> DocumentID {
        var own: Set<DocumentID> = []
        for alert in unresolved where alert.isHelped(by: await session.ownName(in: alert.circle)) {
            own.insert(alert.id)
        }
        let open = dwellers.flatMap { $0.alerts(waitingBesides: []) }
        switch CareAlertChoice(resolving: unresolved, besides: open, own: own) {
        case .one(let id): return id
        case .nothing:
            let advice = dwellers.compactMap { $0.adviceOnOpenAlert(session) }
            let none = "No alert that you may know of waits for somebody to say that it is over."
            throw CommandFailure(([none] + advice).joined(separator: " "))
        case .several:
            let (flag, clock) = (session.profileFlag, session.clock)
            let lines = dwellers.flatMap { dweller in
                (unresolved.filter { $0.circle == dweller.circle } + dweller.alerts(waitingBesides: []))
                    .map { dweller.choice($0, flag: flag, clock) }
            }
            let head = "More than one alert could be meant. Say which one is over: reveille care resolve\(flag) ID"
            throw CommandFailure(([head] + lines).joined(separator: "\n"))
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
