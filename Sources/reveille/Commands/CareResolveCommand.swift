import AlarmCore
import AlarmWire
import ArgumentParser
import DeviceKit
import Wording

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
                let words = [Placeholder.words: other.line(session.readersClock)]
                Terminal.say(session.language.text(.listCareOther, words).capitalizedAtStart)
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
            throw CommandFailure(session.language.joining([session.language.text(.listCareResolveNone)] + advice))
        case .several:
            let (flag, clock) = (session.profileFlag, session.readersClock)
            let lines = dwellers.flatMap { dweller in
                (unresolved.filter { $0.circle == dweller.circle } + dweller.alerts(waitingBesides: []))
                    .map { dweller.choice($0, flag: flag, clock) }
            }
            let head = session.language.text(.listCareSeveralResolve, [.link: "reveille care resolve\(flag) ID"])
            throw CommandFailure(([head] + lines).joined(separator: "\n"))
        }
    }
}

extension CareDwellerView {
    /// What comes before the word that an open alert is over; nil where none is open.
    fileprivate func adviceOnOpenAlert(_ session: DeviceSession) -> String? {
        guard !alerts.isEmpty else { return nil }
        let (language, flag) = (session.language, session.profileFlag)
        guard !isSelf else { return language.text(.listCareResolveOwn, [.link: "reveille care cancel\(flag)"]) }
        return language.text(
            .listCareResolveOpen,
            [.person: shownName(in: language), .link: "reveille care ack\(flag)"]
        )
    }
}
