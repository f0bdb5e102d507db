package import AlarmCore

/// What can be read, consistently, at one moment.
///
/// Lists are ordered as said at each; where a limit is given, no more rows than that are returned.
package protocol Snapshot: AnyObject {
    // MARK: Devices

    /// The device with this name.
    func device(_ id: DeviceID) throws -> Device?
    /// The device that registered with this keyed hash of its key.
    func device(registration: [UInt8]) throws -> Device?
    /// Every device of a person, oldest first.
    func devices(of person: PersonID) throws -> [Device]
    /// The enrolment code with this keyed hash.
    func enrolment(_ lookup: [UInt8]) throws -> Enrolment?

    // MARK: Pairing

    /// The invite with this name.
    func invite(_ id: InviteID) throws -> Invite?
    /// The newest invite with this locator, whatever its state.
    func invite(locator: String) throws -> Invite?
    /// The invites that a device shows and that are live, by state and by time; the first to expire first.
    func liveInvites(of device: DeviceID, at now: Instant) throws -> [Invite]
    /// The pair with this name, tombstones included.
    func pair(_ id: PairID) throws -> Pair?
    /// Every pair of a person, tombstones included, oldest first.
    func pairs(of person: PersonID) throws -> [Pair]
    /// The edge with this token hash.
    func edge(_ tokenHash: [UInt8]) throws -> Edge?

    // MARK: Alarms

    /// The alarm with this name.
    func alarm(_ id: AlarmID) throws -> AlarmRow?
    /// The alarm with this internal key.
    func alarm(key: AlarmKey) throws -> AlarmRow?
    /// Alarms that a person sent or receives and that changed after `change`, oldest change first.
    func alarms(of person: PersonID, changedAfter change: Int64, limit: Int) throws -> [AlarmRow]
    /// Alarms of a person, as sender or receiver, that have not ended, earliest due first.
    func liveAlarms(of person: PersonID, limit: Int) throws -> [AlarmRow]
    /// Alarms of a circle that have not ended, in key order.
    func liveAlarms(of circle: CircleID, limit: Int) throws -> [AlarmRow]
    /// What one person of a circle asks of the others: alarms accepted at or after `since`, and alarms that have not ended.
    func load(of circle: CircleID, from sender: PersonID, since: Instant) throws -> AlarmLoad
    /// An alarm's record, in the order in which its lines were added.
    func record(of alarm: AlarmKey) throws -> [RecordLine]

    // MARK: Wakes and deliveries

    /// The earliest wakes up to and including `horizon`, earliest first.
    func wakes(through horizon: Instant, limit: Int) throws -> [Wake]
    /// The earliest wake of all.
    func earliestWake() throws -> Wake?
    /// The delivery of an alarm with this name.
    func delivery(_ id: DeliveryID, of alarm: AlarmKey) throws -> DeliveryRow?
    /// Every delivery of an alarm, oldest first.
    func deliveries(of alarm: AlarmKey) throws -> [DeliveryRow]
    /// When the next pending or leased delivery may be taken: the smallest `notBefore` or lease end.
    func earliestDelivery() throws -> Instant?
    /// How many of the `limit` deliveries that could be taken first are still leased although their leases have ended.
    func expiredLeases(at now: Instant, limit: Int) throws -> Int
    /// How many alarms have a wake.
    ///
    /// Walks over all of them: for statistics, now and then.
    func wakeCount() throws -> Int

    // MARK: Documents

    /// The document of a kind with this name.
    func document(_ kind: Document.Kind, id: DocumentID) throws -> Document?
    /// A person's documents of a kind behind `after`, or from the first on, in the order of their places.
    func documents(
        _ kind: Document.Kind,
        of owner: PersonID,
        after: DocumentPosition?,
        limit: Int
    ) throws -> [Document]
    /// Documents of a kind that concern a circle, behind `after` or from the first on, in the order of their places.
    func documents(
        _ kind: Document.Kind,
        in circle: CircleID,
        after: DocumentPosition?,
        limit: Int
    ) throws -> [Document]
    /// Documents of a kind that concern a circle, before `before` or from the last on, the last in the order of their places
    /// first.
    func documents(
        _ kind: Document.Kind,
        in circle: CircleID,
        before: DocumentPosition?,
        limit: Int
    ) throws -> [Document]
    /// Every document of a person, by kind and then by place.
    func documents(of owner: PersonID) throws -> [Document]
    /// The circles of a person's memberships, in the order of the memberships' places.
    func circles(of person: PersonID) throws -> [CircleID]

    // MARK: The rest

    /// The answer given to a request of a device before.
    func replay(of device: DeviceID, jti: [UInt8]) throws -> Replay?
    /// A value that the relay keeps about itself.
    func value(_ key: String) throws -> [UInt8]?
    /// When the relay was blind, the newest record first.
    func blindIntervals(limit: Int) throws -> [BlindInterval]
    /// The newest change number given out; 0 in an empty store.
    func lastChange() throws -> Int64
}
