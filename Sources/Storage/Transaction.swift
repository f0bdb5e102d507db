package import AlarmCore

/// What can be changed, all of it or nothing, in one ``Store/write(_:)``.
///
/// Adding what exists already throws ``StoreError/duplicate(_:)``. Replacing what does not exist, or adding a row to an
/// alarm or pair that does not, throws ``StoreError/missing(_:)``: a change that went nowhere would be a silent loss.
package protocol Transaction: Snapshot {
    // MARK: Devices

    /// Adds a device.
    func insert(_ device: Device) throws
    /// Replaces the device with the same name.
    func update(_ device: Device) throws
    /// Forgets a device, with its key and its push token; what it has done stays.
    func delete(_ device: DeviceID) throws
    /// Adds or replaces an enrolment code.
    func put(_ enrolment: Enrolment) throws

    // MARK: Pairing

    /// Adds an invite.
    func insert(_ invite: Invite) throws
    /// Replaces the invite with the same name.
    func update(_ invite: Invite) throws
    /// Adds a pair with its two edges.
    func insert(_ pair: Pair, edges: [Edge]) throws
    /// Replaces the pair with the same name.
    func update(_ pair: Pair) throws
    /// Forgets both edges of a pair.
    func deleteEdges(of pair: PairID) throws

    // MARK: Alarms

    /// Adds an alarm, with its first wake, and returns it with its internal key and change number.
    ///
    /// - Throws: ``StoreError/duplicate(_:)`` when the alarm's name is taken.
    func insert(_ alarm: NewAlarm) throws -> AlarmRow
    /// Replaces the alarm with the same key and gives it the next change number, which is written into `alarm`.
    func update(_ alarm: inout AlarmRow) throws
    /// Replaces what devices have reported of an alarm.
    ///
    /// Not a change that devices are told of: the change number stays.
    func updateProgress(of alarm: AlarmKey, to progress: [DeviceProgress]) throws
    /// Forgets the sealed words and replies of every alarm of a circle, ended ones included.
    ///
    /// Not a change that devices are told of: the change numbers stay.
    func blankContents(of circle: CircleID) throws
    /// Adds a line at the end of an alarm's record.
    func append(_ line: RecordLine) throws

    // MARK: Wakes and deliveries

    /// Sets the one wake of an alarm, or takes it away with nil.
    func setWake(of alarm: AlarmKey, at instant: Instant?) throws
    /// Takes away and returns the earliest wakes up to and including `now`, earliest first.
    ///
    /// What is taken is handled in the same transaction, which sets the next wake: a crash in between undoes both.
    func claimWakes(through now: Instant, limit: Int) throws -> [Wake]
    /// Adds a delivery unless one with its name exists; tells whether it did.
    @discardableResult
    func insert(_ delivery: DeliveryRow) throws -> Bool
    /// Replaces the delivery with the same name.
    func update(_ delivery: DeliveryRow) throws
    /// Marks as superseded every unfinished delivery of an alarm, of a stage that ``Stage/rouses``, whose epoch is older.
    ///
    /// A lease on one ends with it, so that its result finds a row that is nobody's.
    func supersedeDeliveries(of alarm: AlarmKey, before epoch: Int) throws
    /// Marks as superseded every unfinished delivery of an alarm, whatever its stage.
    func supersedeAllDeliveries(of alarm: AlarmKey) throws
    /// Leases deliveries that may be sent now: pending ones whose `notBefore` has come, and leased ones whose lease ended.
    ///
    /// What could be taken first comes first. Each gets state `leased`, the lease's holder and end, and one attempt more:
    /// holder and attempt together are the fence by which a result is told from one of an earlier lease.
    func leaseDeliveries(at now: Instant, until end: Instant, holder: String, limit: Int) throws -> [DeliveryRow]
    /// Makes every leased delivery pending at once: after a start of the only node, nobody holds a lease.
    ///
    /// Attempts stay.
    func releaseLeases() throws

    // MARK: Documents

    /// Adds a document, or replaces the one of its kind with its name.
    func put(_ document: Document) throws
    /// Forgets a document; tells whether there was one.
    @discardableResult
    func deleteDocument(_ kind: Document.Kind, id: DocumentID) throws -> Bool
    /// Forgets every document of a person; tells how many went.
    @discardableResult
    func deleteDocuments(of owner: PersonID) throws -> Int
    /// Forgets a person's documents of a kind whose position is smaller than `position`; tells how many went.
    @discardableResult
    func deleteDocuments(_ kind: Document.Kind, of owner: PersonID, before position: Int64) throws -> Int
    /// Forgets a person's documents of a kind but the last `count` in the order of their places; tells how many went.
    @discardableResult
    func deleteDocuments(_ kind: Document.Kind, of owner: PersonID, butLast count: Int) throws -> Int

    // MARK: Leaving

    /// Forgets a person: their devices with keys, tokens, invites and kept answers, their documents, the alarms of their own
    /// circle, and the words, replies, zones and subjects of every alarm that they share with others.
    ///
    /// Pairs, and the bare states of alarms shared with others, stay, so that the others learn that they have ended; ending
    /// them comes before. Not a change that devices are told of: the change numbers stay.
    ///
    /// - Returns: how many alarms were forgotten or blanked.
    @discardableResult
    func forget(_ person: PersonID) throws -> Int

    // MARK: The rest

    /// Keeps the answer given to a request.
    func insert(_ replay: Replay) throws
    /// Keeps a value that the relay needs about itself; nil forgets it.
    ///
    /// After `end` it is of no use any more, and a purge takes it; one that has no end stays.
    func setValue(_ value: [UInt8]?, for key: String, until end: Instant?) throws
    /// Keeps that the relay was blind.
    func insert(_ interval: BlindInterval) throws
    /// Forgets all but the newest `count` records of when the relay was blind, and of those the ones that ended before.
    func forgetBlindIntervals(endedBefore: Instant, keeping count: Int) throws
    /// Forgets what has outlived its use; tells how many rows went.
    ///
    /// Replays, enrolment codes and values that expired before `now`; invites that expired, or would have, more than
    /// ``Invite/locatorRest`` ago; alarms, with their deliveries and records, that ended before `endedBefore`. At most
    /// `limit` rows of each of the five kinds, which alone are counted. Pairs stay for good: those that have ended still
    /// have to be told from those that never were.
    @discardableResult
    func purge(at now: Instant, endedBefore: Instant, limit: Int) throws -> Int
}

extension Transaction {
    /// Keeps a value that the relay needs about itself, for good; nil forgets it.
    package func setValue(_ value: [UInt8]?, for key: String) throws {
        try setValue(value, for: key, until: nil)
    }
}
