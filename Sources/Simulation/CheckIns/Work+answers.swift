import AlarmCore
import AlarmWire
import Engine
import Storage

extension Work {
    /// Does what the relay's routes do for people who check in and for their contacts, or what a broken one would.
    func answer(_ request: Request, from device: Device, mutant: Mutant?) throws -> Answer {
        let done = Answer(status: 204, body: [])
        switch request.kind {
        case .plan(let settings): return try plan(settings, by: device)
        case .checkIn where mutant == .checkInForgotten && request.number.isMultiple(of: 2): return done
        case .checkIn: return try checkIn(CheckInRequest(timeZone: SimulatedZones.name), by: device)
        case .snoozeCheckIn: return try snoozeCheckIn(by: device)
        case .nameContact(let contact):
            let answer = try addContact(contact, by: device)
            guard mutant == .consentAssumed else { return answer }
            for document in try transaction.documents(.contact, of: device.person, after: nil, limit: .max) {
                for purpose in [Capability.Purpose.contact, .telephone] {
                    _ = try decide(try engine.vault.capability(purpose, of: document.id), .confirmed)
                }
            }
            return answer
        case .decide where mutant == .consentIgnored: return done
        case .decide(let contact, let consent):
            let record = try record(Contact.self, DocumentID(of: contact))
            let purpose = record?.body.asked.first?.purpose ?? .contact
            _ = try decide(try engine.vault.capability(purpose, of: DocumentID(of: contact)), consent)
            return done
        case .dropContact(let contact): return try removeContact(contact, by: device)
        default: return done
        }
    }
}
