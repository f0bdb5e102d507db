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
            for contact in try records(Contact.self, of: device.person) {
                for medium in [Destination.Medium.email, .sms] {
                    _ = try contacts.decide(try engine.capability(of: contact, by: medium), .confirmed)
                }
            }
            return answer
        case .decide where mutant == .consentIgnored: return done
        case .decide(let contact, let consent, let medium):
            guard let record = try record(Contact.self, DocumentID(of: contact)) else { return done }
            if mutant == .consentSpreads, consent == .confirmed {
                for other in [Destination.Medium.email, .sms] where other != medium {
                    _ = try contacts.decide(try engine.capability(of: record, by: other), consent)
                }
            }
            // A message that asked for calls has a link that agrees to them.
            _ = try contacts.decide(try engine.capability(of: record, by: medium), consent, toCalls: true)
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
