import AlarmCore
import AlarmWire
import Engine
import Features
import Storage

extension RelayTransaction {
    /// Does what the relay's routes do for people who check in and for their contacts, or what a broken relay would do.
    func answer(_ request: DeviceRequest, from device: Device, mutant: Mutant?) throws -> EngineResponse {
        let done = EngineResponse(status: 204, body: [])
        switch request.kind {
        case .plan(let settings): return try checkIns.plan(settings, by: device)
        case .checkIn where mutant == .checkInForgotten && request.number.isMultiple(of: 2): return done
        case .checkIn where request.number.isMultiple(of: 3):
            return try checkInByLink(of: device)
                ?? checkIns.checkIn(CheckInRequest(timeZone: SimulatedZones.name), by: device)
        case .checkIn: return try checkIns.checkIn(CheckInRequest(timeZone: SimulatedZones.name), by: device)
        case .snoozeCheckIn: return try checkIns.snooze(by: device)
        case .rehearse: return try checkIns.rehearse(by: device)
        case .testPush: return try checkIns.testNotification(by: device)
        case .nameContact(let contact):
            let answer = try contacts.add(contact, by: device)
            guard mutant == .consentAssumed else { return answer }
            for document in try transaction.documents(.contact, of: device.person, after: nil, limit: .max) {
                for purpose in [Capability.Purpose.contact, .telephone] {
                    _ = try contacts.decide(try engine.vault.capability(purpose, of: document.id), .confirmed)
                }
            }
            return answer
        case .decide where mutant == .consentIgnored: return done
        case .decide(let contact, let consent, let medium):
            let purpose = medium.purpose ?? .contact
            if mutant == .consentSpreads, consent == .confirmed {
                let others = [Capability.Purpose.contact, .telephone].filter { $0 != purpose }
                for other in others {
                    _ = try contacts.decide(try engine.vault.capability(other, of: DocumentID(of: contact)), consent)
                }
            }
            _ = try contacts.decide(try engine.vault.capability(purpose, of: DocumentID(of: contact)), consent)
            return done
        case .dropContact(let contact): return try contacts.remove(contact, by: device)
        default: return done
        }
    }

    /// Checks in by the link that scripts use, which is created first if it does not exist.
    ///
    /// - Returns: nil if the person has no plan yet, and so no link.
    private func checkInByLink(of device: Device) throws -> EngineResponse? {
        guard try transaction.document(.watch, id: DocumentID(of: device.person)) != nil else { return nil }
        func link() throws -> Document? {
            try transaction.documents(.link, of: device.person, after: nil, limit: 1).first
        }
        if try link() == nil { _ = try checkIns.makeLink(by: device) }
        guard let link = try link(), try checkIns.checkIn(with: engine.vault.capability(.checkIn, of: link.id)) else {
            throw Problem(.notFound, detail: "the link that was just made is good for nothing")
        }
        return EngineResponse(status: 200, body: [])
    }
}
