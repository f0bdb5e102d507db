public import AlarmCore
import AlarmWire

extension LocalDevice {
    /// Ends a pair, at once and for both sides; its keys are deleted here too (PA1 section 8).
    ///
    /// The pair ends here even if the relay cannot be reached, and what is pending here does not ring any more. The relay
    /// is then told with the next ``sync(fromScratch:)`` or ``sendRevocations()``; ``Profile/unsentRevocations`` names the
    /// pairs. Until then the partner can set new alarms, which ring here without words. A pair that the other side has
    /// ended already is no error.
    ///
    /// - Returns: the alarms that this device has to disarm.
    @discardableResult
    public func revoke(_ id: PairID) async throws(DeviceError) -> [AlarmID] {
        guard profile.pair(id) != nil else { throw .unknownPair(id) }
        let now = now
        let disarm = try update { profile in
            let held = profile.incoming.filter { $0.pair == id && !$0.isOver }.map(\.id)
            profile.endHere(id, at: now)
            return held
        }
        try await sendRevocations()
        return disarm
    }

    /// Whether this device has an alarm that is not over, also after what another program with this profile has done.
    ///
    /// - Throws: ``DeviceError/profile(_:)``.
    public func holds(_ id: AlarmID) throws(DeviceError) -> Bool {
        try reload()
        return profile.alarm(id).map { !$0.isOver } ?? false
    }

    /// Tells the relay of the pairs that were ended while it could not be reached.
    public func sendRevocations() async throws(DeviceError) {
        while let id = profile.unsentRevocations.first {
            do {
                try await perform(Endpoints.Pairs.revoke(id))
            } catch {
                if error.isPassing { return }
                // For a relay that does not know the device any more, the pair has ended with it.
                guard [.gone, .notFound, .unauthorized].contains(error.problemKind) else { throw error }
            }
            try update { profile in
                profile.unsentRevocations.removeAll { $0 == id }
                profile.incoming.removeAll { $0.pair == id }
            }
        }
    }

    /// Asks the relay which pairs are still active, and deletes the keys of those that have ended.
    ///
    /// ``Profile/refusing`` then names those whose partner takes no alarms of this device's user at present.
    ///
    /// - Returns: all known pairs.
    public func refreshPairs() async throws(DeviceError) -> [KnownPair] {
        let list = try await perform(Endpoints.Pairs.list())
        let standing = Set(list.pairs.filter { $0.state == .active }.map(\.id))
        let ended = Set(list.pairs.map(\.id)).subtracting(standing)
        for pair in profile.pairs where pair.isActive && ended.contains(pair.id) { try markEnded(pair.id) }
        let refusing = list.pairs.filter(\.refuses).map(\.id)
        if refusing != profile.refusing { try update { $0.refusing = refusing } }
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

extension Profile {
    /// Ends a pair of which the relay is to be told, with its keys and its alarms in both directions.
    ///
    /// Incoming alarms are remembered as answered until then, so that a push of one does not ring.
    fileprivate mutating func endHere(_ id: PairID, at now: Instant) {
        guard let index = pairs.firstIndex(where: { $0.id == id }) else { return }
        pairs[index].end(at: now)
        if !unsentRevocations.contains(id) { unsentRevocations.append(id) }
        outgoing.removeAll { $0.pair == id }
        for place in incoming.indices where incoming[place].pair == id && !incoming[place].isOver {
            let alarm = incoming[place].id
            unsentReceipts.removeAll { $0.id == alarm }
            incoming[place].phase = .answered
            incoming[place].since = now
        }
    }
}
