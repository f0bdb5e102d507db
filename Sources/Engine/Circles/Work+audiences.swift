import AlarmCore
import Storage

extension Work {
    /// Whom an audience of an alarm consists of now, in tiers, the first to be told first.
    func tiers(
        of audience: EscalationStep.Audience,
        receiver: PersonID,
        circle: CircleID,
        subject: DocumentID?
    ) throws -> [[AlarmContext.Addressee]] {
        switch audience {
        case .receiver, .sender: []
        case .contacts: [try contacts(of: receiver, only: subject).map { AlarmContext.Addressee($0) }]
        case .members: try members(of: circle, knowing: subject)
        case .parents: [try parents(of: circle)]
        }
    }

    /// All devices of a family's parents that can be reached, those of a parent whose doing it is among them.
    private func parents(of circle: CircleID) throws -> [AlarmContext.Addressee] {
        try records(MembershipBody.self, concerning: circle).map(\.body.membership).filter { $0.role == .parent }
            .flatMap { try recipients(of: $0.person) }
            .map { AlarmContext.Addressee(.device($0.device), allowsCritical: $0.allowsCritical) }
    }
}
