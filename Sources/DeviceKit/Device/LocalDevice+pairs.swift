public import AlarmCore
import AlarmWire

extension LocalDevice {
    /// Ends a pair, at once and for both sides; its keys are deleted here too (PA1 section 8).
    ///
    /// A pair that the other side has ended already is no error.
    ///
    /// - Returns: the alarms that this device has to disarm.
    /// - Throws: ``DeviceError/transport(_:)`` when the relay could not be told: nothing has changed, try again.
    @discardableResult
    public func revoke(_ id: PairID) async throws(DeviceError) -> [AlarmID] {
        guard profile.pair(id) != nil else { throw .unknownPair(id) }
        do {
            try await perform(Endpoints.Pairs.revoke(id))
        } catch {
            guard error.problemKind == .gone || error.problemKind == .notFound else { throw error }
        }
        return try markEnded(id)
    }

    /// Asks the relay which pairs are still active, and deletes the keys of those that have ended.
    ///
    /// - Returns: all known pairs.
    public func refreshPairs() async throws(DeviceError) -> [KnownPair] {
        let list = try await perform(Endpoints.Pairs.list())
        let standing = Set(list.pairs.filter { $0.state == .active }.map(\.id))
        let ended = Set(list.pairs.map(\.id)).subtracting(standing)
        for pair in profile.pairs where pair.isActive && ended.contains(pair.id) { try markEnded(pair.id) }
        return profile.pairs
    }

    /// Deletes the keys of a pair that has ended, and its alarms in both directions.
    ///
    /// - Returns: the alarms that this device has to disarm.
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

    /// Translates a refusal concerning a pair; notices that the other side has left.
    func noticing(_ error: DeviceError, of id: PairID) throws(DeviceError) -> DeviceError {
        guard error.problemKind == .gone else { return error }
        try markEnded(id)
        return .pairEnded(id)
    }
}
