import AlarmCore
import Storage

extension RelayTransaction {
    /// The prefix of the names under which a shared store counts claims.
    package static let claimsPrefix = "claims "

    /// Counts a claim from a network for all nodes of a shared store, or returns how long it is refused.
    ///
    /// A refused claim does not count and writes nothing. The store learns no address: the network is known by a keyed
    /// hash. Once the claims of a value are a minute old, the housekeeper deletes it.
    package func countClaim(from network: [UInt8]) throws -> QuotaState {
        let hash = try engine.vault.lookup(network, purpose: "claims of a network")
        let (number, name) = ClaimSlot.place(of: hash)
        let key = Self.claimsPrefix + String(number)
        var slot = ClaimSlot(try transaction.value(key), at: now)
        let state = slot.take(name, limit: engine.limits.claimsPerMinute, at: now)
        if !state.isRefused { try transaction.setValue(slot.bytes, for: key, until: slot.end) }
        return state
    }
}
