package import AlarmCore
import AlarmWire
import Delivery
package import Engine
import Storage

extension Pairing {
    /// Ends a pair at once (PA1 section 8).
    ///
    /// In this one transaction the pair becomes a tombstone, its alarms end, their messages and replies are blanked,
    /// its edges are deleted, and with them the addresses of devices that no other pair uses.
    ///
    /// Ending it again changes nothing.
    ///
    /// - Throws: the problem `not-found` for a person outside the pair.
    package func revoke(_ id: PairID, by device: Device) throws -> EngineResponse {
        guard var pair = try transaction.pair(id), let partner = pair.partner(of: device.person) else {
            throw Problem(.notFound)
        }
        guard pair.isActive else { return EngineResponse(status: 204, body: []) }
        pair.revoke(at: now)
        try transaction.update(pair)
        try transaction.deleteEdges(of: id)
        tx.commitEffects.ended.insert(id)
        for var row in try transaction.liveAlarms(of: id, limit: .max) {
            try tx.revoke(&row)
        }
        try transaction.blankContents(of: id)
        for person in [device.person, partner] {
            try forgetUnusedTokens(of: person)
            tx.commitEffects.persons.insert(person)
        }
        return EngineResponse(status: 204, body: [])
    }

    /// Deletes the addresses of a person whom nothing can ring any more: without a pair, a circle and a check-in.
    ///
    /// Their servers are deleted: nothing but its address makes one, and it cannot come back by itself.
    func forgetUnusedTokens(of person: PersonID) throws {
        guard try !transaction.pairs(of: person).contains(where: \.isActive),
            try transaction.circles(of: person).isEmpty,
            try transaction.document(.watch, id: DocumentID(of: person)) == nil
        else { return }
        try tx.devices.forgetServers(of: person)
        for var device in try transaction.devices(of: person) where device.address != nil {
            device.address = nil
            try transaction.update(device)
        }
    }
}
