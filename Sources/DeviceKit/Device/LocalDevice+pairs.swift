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
        let disarm = try update { $0.endHere(id, at: now) }
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
            try update { $0.unsentRevocations.removeAll { $0 == id } }
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

    /// Deletes the keys of a pair that has ended; what was set in either direction stays in the history, and rings no
    /// more.
    ///
    /// - Returns: the alarms that this device has to disarm.
    @discardableResult
    func markEnded(_ id: PairID) throws(DeviceError) -> [AlarmID] {
        let now = now
        return try update { profile in
            guard let index = profile.pairs.firstIndex(where: { $0.id == id }) else { return [] }
            profile.pairs[index].end(at: now)
            return profile.endAlarms(of: id, at: now)
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
    /// - Returns: the alarms that this device has to disarm.
    fileprivate mutating func endHere(_ id: PairID, at now: Instant) -> [AlarmID] {
        guard let index = pairs.firstIndex(where: { $0.id == id }) else { return [] }
        pairs[index].end(at: now)
        if !unsentRevocations.contains(id) { unsentRevocations.append(id) }
        return endAlarms(of: id, at: now)
    }

    /// Ends the alarms of a pair in both directions; the relay says later what became of each.
    ///
    /// Incoming ones are remembered as answered, so that a late push of one does not ring. Of those that were set here,
    /// only what never left this device is dropped.
    ///
    /// - Returns: the alarms that this device has to disarm.
    fileprivate mutating func endAlarms(of pair: PairID, at now: Instant) -> [AlarmID] {
        outgoing.removeAll { $0.pair == pair && !$0.isAccepted && !$0.mayBeSet }
        for index in outgoing.indices where outgoing[index].pair == pair && !outgoing[index].isAccepted {
            outgoing[index].request = nil
            outgoing[index].mayBeSet = false
            outgoing[index].sendingSince = nil
        }
        let ended = Set(incoming.filter { $0.pair == pair }.map(\.id))
        for unsent in unsentReceipts where ended.contains(unsent.id) && unsent.receipt.reply != nil {
            noteLostReply(to: unsent.id)
        }
        unsentReceipts.removeAll { ended.contains($0.id) }
        var held: [AlarmID] = []
        for index in incoming.indices where incoming[index].pair == pair && !incoming[index].isOver {
            held.append(incoming[index].id)
            incoming[index].phase = .answered
            incoming[index].since = now
        }
        return held
    }
}
