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
        case .parents: []
        }
    }
}
