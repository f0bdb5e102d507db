package import AlarmCore

/// The queries that can be made, consistently, at one moment.
///
/// Each query states its order; where a limit is given, no more rows than that are returned.
package protocol Snapshot: AnyObject {
    // MARK: Reading ahead

    /// Whether ``prefetch(_:)`` does anything; false unless a store says otherwise.
    ///
    /// A caller asks before it makes a list that nobody would read.
    var prefetches: Bool { get }
    /// Reads rows that are about to be asked for, together, so that each of the queries for them need not wait.
    ///
    /// Nothing but the time changes: a query answers what it would without, and sees what the same transaction wrote
    /// before or since. A row that cannot be read is left out here, and the query for it says so.
    func prefetch(_ rows: [Prefetch]) throws

    // MARK: Devices

    /// Returns the device with this identifier.
    func device(_ id: DeviceID) throws -> Device?
    /// Returns the device that registered with this keyed hash of its key.
    func device(registration: [UInt8]) throws -> Device?
    /// Returns every device of a person, oldest first.
    func devices(of person: PersonID) throws -> [Device]
    /// Returns the enrolment code with this keyed hash.
    func enrolment(_ lookup: [UInt8]) throws -> Enrolment?

    // MARK: Pairing

    /// Returns the invite with this identifier.
    func invite(_ id: InviteID) throws -> Invite?
    /// Returns the newest invite with this locator, whatever its state.
    func invite(locator: String) throws -> Invite?
    /// Returns the invites that a device shows and that are live, by state and by time; the first to expire first.
    func liveInvites(of device: DeviceID, at now: Instant) throws -> [Invite]
    /// Returns the pair with this identifier, tombstones included.
    func pair(_ id: PairID) throws -> Pair?
    /// Returns every pair of a person, tombstones included, oldest first.
    func pairs(of person: PersonID) throws -> [Pair]
    /// Returns the edge with this token hash.
    func edge(_ tokenHash: [UInt8]) throws -> Edge?

    // MARK: Alarms

    /// Returns the alarm with this identifier.
    func alarm(_ id: AlarmID) throws -> AlarmRow?
    /// Returns the alarm with this internal key.
    func alarm(key: AlarmKey) throws -> AlarmRow?
    /// Returns alarms that a person sent or receives and that changed after `change`, oldest change first.
    func alarms(of person: PersonID, changedAfter change: Int64, limit: Int) throws -> [AlarmRow]
    /// Returns alarms of a person, as sender or receiver, that have not ended, earliest due first.
    func liveAlarms(of person: PersonID, limit: Int) throws -> [AlarmRow]
    /// Returns alarms of a circle that have not ended, in key order.
    func liveAlarms(of circle: CircleID, limit: Int) throws -> [AlarmRow]
    /// Counts the alarms of one person to the others of a circle: those accepted at or after `since`, and those that
    /// have not ended.
    func load(of circle: CircleID, from sender: PersonID, since: Instant) throws -> AlarmLoad
    /// Returns an alarm's record, in the order in which its lines were added.
    func record(of alarm: AlarmKey) throws -> [RecordLine]

    // MARK: Wakes and deliveries

    /// Returns the earliest wakes up to and including `horizon`, earliest first.
    func wakes(through horizon: Instant, limit: Int) throws -> [Wake]
    /// Returns the earliest wake of all.
    func earliestWake() throws -> Wake?
    /// Returns the delivery of an alarm with this identifier.
    func delivery(_ id: DeliveryID, of alarm: AlarmKey) throws -> DeliveryRow?
    /// Returns every delivery of an alarm, oldest first.
    func deliveries(of alarm: AlarmKey) throws -> [DeliveryRow]
    /// Returns the time at which the next pending or leased delivery may be taken: the smallest `notBefore` or lease
    /// end.
    func earliestDelivery() throws -> Instant?
    /// Counts, among the `limit` deliveries that could be taken first, those with an expired lease.
    func expiredLeases(at now: Instant, limit: Int) throws -> Int
    /// Counts the alarms that have a wake.
    ///
    /// Walks over all of them: for occasional statistics.
    func wakeCount() throws -> Int
    /// Counts what the store holds at `now`; a device is silent from `silentAfter` unanswered alarms on.
    ///
    /// Walks over whole tables: for a person who asks.
    func counts(at now: Instant, silentAfter: Int) throws -> StoreCounts

    // MARK: Documents

    /// Returns the document of a kind with this identifier.
    func document(_ kind: Document.Kind, id: DocumentID) throws -> Document?
    /// Returns a person's documents of a kind after the place `after`, or from the first on, in order of place.
    func documents(
        _ kind: Document.Kind,
        of owner: PersonID,
        after: DocumentPosition?,
        limit: Int
    ) throws -> [Document]
    /// Returns a circle's documents of a kind after the place `after`, or from the first on, in order of place.
    func documents(
        _ kind: Document.Kind,
        in circle: CircleID,
        after: DocumentPosition?,
        limit: Int
    ) throws -> [Document]
    /// Returns a circle's documents of a kind before the place `before`, or from the last on, in reverse order of
    /// place.
    func documents(
        _ kind: Document.Kind,
        in circle: CircleID,
        before: DocumentPosition?,
        limit: Int
    ) throws -> [Document]
    /// Returns every document of a person, by kind and then by place.
    func documents(of owner: PersonID) throws -> [Document]
    /// Everybody's documents of a kind whose position is smaller than `position`, after a place, in order of place.
    func documents(
        _ kind: Document.Kind,
        before position: Int64,
        after: DocumentPosition?,
        limit: Int
    ) throws -> [Document]
    /// Returns the circles of a person's memberships, in order of the memberships' places.
    func circles(of person: PersonID) throws -> [CircleID]

    // MARK: Nodes

    /// Returns the nodes that have a row, living or not, in order of their identifiers.
    func nodes() throws -> [RelayNode]
    /// Returns the time by the store's own clock; nil for a store without one, which goes by its callers' clocks.
    func ownTime() throws -> Instant?

    // MARK: Sealed values

    /// Values of a sealed column behind the place `after`, or from the first on, each row once and in an order that stays.
    ///
    /// For a rotation of keys, which walks over all of them.
    func sealedValues(_ column: SealedColumn, after: SealedValue.Place?, limit: Int) throws -> [SealedValue]

    // MARK: Copying

    /// Returns rows of a table behind the key `after`, or from the first on, in an order of the store's own.
    ///
    /// For a copy, which walks over all of them.
    func rows(of table: StoreTable, after: RowKey?, limit: Int) throws -> [StoredRow]
    /// Returns the largest key that an alarm may have been given, purged ones included.
    func lastAlarmKey() throws -> AlarmKey

    // MARK: The rest

    /// Returns the stored answer to an earlier request of a device.
    func replay(of device: DeviceID, jti: [UInt8]) throws -> Replay?
    /// Counts the stored answers of a device, up to `limit`.
    func replayCount(of device: DeviceID, limit: Int) throws -> Int
    /// Returns a value that the relay keeps about itself.
    func value(_ key: String) throws -> [UInt8]?
    /// Returns the intervals during which the relay was blind, the newest record first.
    func blindIntervals(limit: Int) throws -> [BlindInterval]
    /// Returns a person's latest change number; 0 in an empty store.
    ///
    /// No alarm of theirs has a larger number, and whatever changes later gets one. Nothing that others do among
    /// themselves moves it.
    func lastChange(of person: PersonID) throws -> Int64
}

extension Snapshot {
    package func ownTime() throws -> Instant? { nil }
}
