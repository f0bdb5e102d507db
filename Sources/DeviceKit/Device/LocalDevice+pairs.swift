public import AlarmCore
import AlarmWire

extension LocalDevice {
    /// Ends a pair, at once and for both sides; its keys are deleted here too (PA1 section 8).
    ///
    /// A pair that the other side has ended already is ended just as well.
    ///
    /// - Returns: the alarms that this device has to take off.
    /// - Throws: ``DeviceError/transport(_:)`` when the relay could not be told: nothing has changed, try again.
    @discardableResult
    public func revoke(_ id: PairID) async throws(DeviceError) -> [AlarmID] {
        guard profile.pair(id) != nil else { throw .unknownPair(id) }
        do {
            try await call(.delete, Routes.pair(id))
        } catch {
            guard error.problemKind == .gone || error.problemKind == .notFound else { throw error }
        }
        return try markEnded(id)
    }

    /// Asks the relay which pairs still stand, and forgets the keys of those that have ended.
    ///
    /// - Returns: what is known of every pair.
    public func refreshPairs() async throws(DeviceError) -> [KnownPair] {
        let list: PairList = try await call(.get, Routes.pairs)
        let standing = Set(list.pairs.filter { $0.state == .active }.map(\.id))
        let ended = Set(list.pairs.map(\.id)).subtracting(standing)
        for pair in profile.pairs where pair.isActive && ended.contains(pair.id) { try markEnded(pair.id) }
        return profile.pairs
    }

    /// Forgets the keys of a pair that has ended, and what it had set or been sent.
    ///
    /// - Returns: the alarms that this device has to take off.
    @discardableResult
    func markEnded(_ id: PairID) throws(DeviceError) -> [AlarmID] {
        let now = now
        return try update { profile in
            guard let index = profile.pairs.firstIndex(where: { $0.id == id }) else { return [] }
            profile.pairs[index].end(at: now)
            let affected = profile.incoming.filter { $0.pair == id }
            profile.incoming.removeAll { $0.pair == id }
            profile.outgoing.removeAll { $0.pair == id }
            profile.unsentReceipts.removeAll { unsent in affected.contains { $0.id == unsent.id } }
            return affected.filter { !$0.isOver }.map(\.id)
        }
    }

    /// What a refusal means for a pair: the other side has left.
    func noticing(_ error: DeviceError, of id: PairID) throws(DeviceError) -> DeviceError {
        guard error.problemKind == .gone else { return error }
        try markEnded(id)
        return .pairEnded(id)
    }
}
