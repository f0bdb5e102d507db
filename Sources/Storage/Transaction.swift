package import AlarmCore

/// The changes that can be made, all or none, in one ``Store/write(_:)``.
///
/// Adding an existing row is refused with ``StoreError/duplicate(_:)``. Replacing a row that does not exist, or adding one
/// to an alarm or pair that does not, is refused with ``StoreError/missing(_:)``: otherwise the change would be silently
/// lost.
///
/// A store may queue a write and send it later, with others: the next query of the same transaction sees it all the same.
/// A refusal is therefore thrown by the write itself, by a later query of the transaction, or by the commit, and then the
/// whole body has failed. A body must not catch one and go on: a database may keep nothing of what follows.
///
/// A write that answers something other than the numbers of a row needs an answer from the store. Such writes are few.
package protocol Transaction: Snapshot {
    // MARK: Devices

    /// Adds a device.
    func insert(_ device: Device) throws
    /// Replaces the device with the same identifier.
    func update(_ device: Device) throws
    /// Deletes a device, with its key and its push token; records of its past actions stay.
    func delete(_ device: DeviceID) throws
    /// Adds or replaces an enrolment code.
    func put(_ enrolment: Enrolment) throws

    // MARK: Pairing

    /// Adds an invite.
    func insert(_ invite: Invite) throws
    /// Replaces the invite with the same identifier.
    func update(_ invite: Invite) throws
    /// Adds a pair with its two edges.
    func insert(_ pair: Pair, edges: [Edge]) throws
    /// Replaces the pair with the same identifier.
    func update(_ pair: Pair) throws
    /// Deletes both edges of a pair.
    func deleteEdges(of pair: PairID) throws

    // MARK: Alarms

    /// Adds an alarm, with its first wake, and returns it with its internal key and change number.
    ///
    /// The number is one more than the larger of ``Snapshot/lastChange(of:)`` of its sender and its receiver, and becomes
    /// that of both. So each person's numbers rise in the order of commits, and writers of different persons need not
    /// wait for each other. Both numbers are known at once; that the identifier is taken, ``StoreError/duplicate(_:)``,
    /// may surface later.
    func insert(_ alarm: NewAlarm) throws -> AlarmRow
    /// Replaces the alarm with the same key and gives it the next change number of its sender and its receiver, which is
    /// written into `alarm`.
    func update(_ alarm: inout AlarmRow) throws
    /// Replaces the device progress of an alarm.
    ///
    /// Devices are not told of this change: the change number stays.
    func updateProgress(of alarm: AlarmKey, to progress: [DeviceProgress]) throws
    /// Deletes the sealed messages and replies of every alarm of a circle, ended ones included.
    ///
    /// Devices are not told of this change: the change numbers stay.
    func blankContents(of circle: CircleID) throws
    /// Adds a line at the end of an alarm's record.
    func append(_ line: RecordLine) throws

    // MARK: Wakes and deliveries

    /// Sets the one wake of an alarm, or removes it with nil.
    func setWake(of alarm: AlarmKey, at instant: Instant?) throws
    /// Removes and returns the earliest wakes up to and including `now`, earliest first.
    ///
    /// They are handled in the same transaction, which sets the next wake: a crash in between undoes both.
    func claimWakes(through now: Instant, limit: Int) throws -> [Wake]
    /// Adds a delivery; one whose identifier exists is left as it is.
    func insert(_ delivery: DeliveryRow) throws
    /// Replaces the delivery with the same identifier.
    func update(_ delivery: DeliveryRow) throws
    /// Supersedes every unfinished delivery of an alarm, of a stage that ``Stage/asksForAction``, whose epoch is older.
    ///
    /// A lease on one ends with it, so that the result of that attempt is fenced off.
    func supersedeDeliveries(of alarm: AlarmKey, before epoch: Int) throws
    /// Supersedes every unfinished delivery of an alarm, whatever its stage.
    func supersedeAllDeliveries(of alarm: AlarmKey) throws
    /// Leases deliveries that may be sent now: pending ones whose `notBefore` has come, and leased ones whose lease
    /// expired.
    ///
    /// Those that could be taken first come first. Each gets state `leased`, the lease's holder and end, and one
    /// attempt more: holder and attempt together are the fence that tells a result from one of an earlier lease.
    func leaseDeliveries(at now: Instant, until end: Instant, holder: String, limit: Int) throws -> [DeliveryRow]

    /// Leases the deliveries to these devices that ``DeliveryRow/awaitsListener``, before their time.
    ///
    /// For a node on which the devices listen: others have tried to send them, and found no stream. Those that could be
    /// taken first come first.
    func leaseDeliveries(
        awaiting devices: [DeviceID],
        until end: Instant,
        holder: String,
        limit: Int
    ) throws -> [DeliveryRow]

    // MARK: Nodes

    /// Adds a node, or replaces the one with the same identifier.
    func put(_ node: RelayNode) throws
    /// Stores the time of a node's last heartbeat; returns whether the node still has a row.
    func renew(_ node: NodeID, at instant: Instant) throws -> Bool
    /// Deletes the rows of nodes whose last heartbeat came before `instant`, and makes every delivery pending again that
    /// is leased by a holder without a row.
    ///
    /// The attempts stay counted, so that results of the dead node's attempts are fenced off. Where no node is dead,
    /// no delivery is looked at.
    func takeOver(heartbeatBefore instant: Instant) throws -> TakeOver
    /// Deletes the rows of all nodes, and makes every leased delivery pending again, whoever holds it.
    ///
    /// For a node that has just started on a store that is not shared, where no other can live. The attempts stay
    /// counted.
    @discardableResult
    func takeOverAll() throws -> TakeOver
    /// Deletes the row of a node that stops, and makes pending again what it still has leased; returns how many.
    @discardableResult
    func remove(_ node: NodeID) throws -> Int

    // MARK: Documents

    /// Adds a document, or replaces the one of the same kind and identifier.
    func put(_ document: Document) throws
    /// Deletes a document, if there is one.
    func deleteDocument(_ kind: Document.Kind, id: DocumentID) throws
    /// Deletes every document of a person.
    func deleteDocuments(of owner: PersonID) throws
    /// Deletes a person's documents of a kind whose position is smaller than `position`.
    func deleteDocuments(_ kind: Document.Kind, of owner: PersonID, before position: Int64) throws
    /// Deletes a person's documents of a kind except the last `count` in order of place.
    func deleteDocuments(_ kind: Document.Kind, of owner: PersonID, butLast count: Int) throws
    /// Deletes the oldest of everybody's documents of a kind whose position is smaller than `position`, `limit` at most;
    /// returns how many.
    @discardableResult
    func deleteOldest(_ kind: Document.Kind, before position: Int64, limit: Int) throws -> Int

    // MARK: Leaving

    /// Deletes a person: their devices with keys, tokens, invites and stored answers, their documents, the alarms of
    /// their own circle, and the messages, replies, zones and subjects of every alarm that they share with others.
    ///
    /// Pairs, and the bare states of shared alarms, stay, so that the others learn that these have ended; the caller
    /// ends them first. Devices are not told of this change: the change numbers stay. The person's own last number is
    /// forgotten, and a later change of a shared alarm, which counts on from the other's, brings none back.
    ///
    /// - Returns: how many alarms were deleted or blanked.
    @discardableResult
    func forget(_ person: PersonID) throws -> Int

    // MARK: Sealed values

    /// Puts `sealed` in the place of a sealed value; tells whether the value was still there, unchanged.
    ///
    /// Nothing else of the row changes, and nobody is told of it.
    func replace(_ value: SealedValue, with sealed: [UInt8]) throws -> Bool

    // MARK: Copying

    /// Adds rows as another store keeps them, with their keys and numbers; what is inserted later gets larger ones.
    ///
    /// Documents, enrolment codes, values and change numbers replace those with the same key. A copy gives the rows of
    /// one table after another, in the order of ``StoreTable``.
    func restore(_ rows: [StoredRow]) throws
    /// Has every later alarm get a larger key than `key`.
    func skipAlarmKeys(through key: AlarmKey) throws

    // MARK: The rest

    /// Stores the answer to a request.
    func insert(_ replay: Replay) throws
    /// Stores a value that the relay keeps about itself; nil deletes it.
    ///
    /// After `end` a purge deletes it; without an end it stays.
    func setValue(_ value: [UInt8]?, for key: String, until end: Instant?) throws
    /// Stores an interval during which the relay was blind.
    func insert(_ interval: BlindInterval) throws
    /// Deletes all but the newest `count` blind intervals, and of those the ones that ended before `endedBefore`.
    func forgetBlindIntervals(endedBefore: Instant, keeping count: Int) throws
    /// Deletes rows that are no longer needed; returns how many.
    ///
    /// Replays, enrolment codes and values that expired before `now`; invites that expired, or would have, more than
    /// ``Invite/locatorRest`` ago; alarms, with their deliveries and records, that ended before `endedBefore`. At most
    /// `limit` rows of each of the five kinds, which alone are counted. Pairs stay for good: an ended pair must stay
    /// distinguishable from one that never existed.
    @discardableResult
    func purge(at now: Instant, endedBefore: Instant, limit: Int) throws -> Int
}

extension Transaction {
    /// Stores a value that the relay keeps about itself, without an end; nil deletes it.
    package func setValue(_ value: [UInt8]?, for key: String) throws {
        try setValue(value, for: key, until: nil)
    }
}
