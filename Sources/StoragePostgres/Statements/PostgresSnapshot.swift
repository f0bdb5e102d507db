internal import AlarmCore
internal import Storage

private let deviceByID = Statement("SELECT \(Device.columnNames) FROM device WHERE id = $1")
private let deviceByRegistration = Statement("SELECT \(Device.columnNames) FROM device WHERE registration = $1")
private let devicesOfPerson = Statement(
    "SELECT \(Device.columnNames) FROM device WHERE person = $1 ORDER BY since, number"
)
private let enrolmentByLookup = Statement("SELECT \(Enrolment.columnNames) FROM enrolment WHERE lookup = $1")
private let inviteByID = Statement("SELECT \(Invite.columnNames) FROM invite WHERE id = $1")
private let inviteByLocator = Statement(
    "SELECT \(Invite.columnNames) FROM invite WHERE locator = $1 ORDER BY number DESC LIMIT 1"
)
private let invitesAlive = Statement(
    """
    SELECT \(Invite.columnNames) FROM invite WHERE live AND inviter = $1 AND expires_at > $2
    ORDER BY expires_at, number
    """
)
private let pairByID = Statement("SELECT \(Pair.columnNames) FROM pair WHERE id = $1")
private let pairsOfPerson = Statement(
    """
    SELECT \(Pair.columnNames) FROM (
        SELECT \(Pair.columnNames), number FROM pair WHERE inviter_person = $1
        UNION ALL
        SELECT \(Pair.columnNames), number FROM pair WHERE claimer_person = $1 AND inviter_person <> $1
    ) AS theirs ORDER BY since, number
    """
)
private let edgeByHash = Statement("SELECT \(Edge.columnNames) FROM edge WHERE token_hash = $1")
let replayByRequest = Statement("SELECT \(Replay.columnNames) FROM replay WHERE device = $1 AND jti = $2")
let replaysOfDevice = Statement(
    "SELECT count(*) FROM (SELECT 1 FROM replay WHERE device = $1 LIMIT $2) AS few"
)
private let valueByKey = Statement("SELECT value FROM value WHERE key = $1")
let newestBlindIntervals = Statement(
    "SELECT \(BlindInterval.columnNames) FROM blind ORDER BY number DESC LIMIT $1"
)
private let changeOfPerson = Statement("SELECT change FROM last_change WHERE person = $1")

/// Reads within one transaction of one connection.
class PostgresSnapshot: Snapshot {
    let session: PostgresSession
    /// What the transaction has read and written.
    final var rows = RowMap()
    /// The time by the database's clock, once it was asked for.
    private var time: Instant?
    /// The places at which looks and claims begin: taken before the server takes the snapshot.
    private let marks: Watermarks.Marks

    /// Makes a snapshot of a transaction that has not begun.
    init(_ session: PostgresSession) {
        self.session = session
        marks = session.connection.watermarks.marks
    }

    /// The mark of a queue, as the two parameters of a statement.
    func mark(of queue: DueQueue) -> [any Column] {
        session.connection.watermarks.noteUse()
        return marks[queue].columns
    }

    // MARK: Reading ahead

    var prefetches: Bool { true }

    func prefetch(_ wanted: [Prefetch]) throws {
        let missing = Set(wanted).filter { !rows.answers($0) }
        guard !missing.isEmpty else { return }
        try session.ask(lookups(for: Array(missing)))
    }

    /// The queries that answer `missing`, and what else will be asked for with it.
    func lookups(for missing: [Prefetch]) -> [Lookup] { rowLookups(for: missing) }

    // MARK: Devices

    func device(_ id: DeviceID) throws -> Device? {
        if let known = rows.devices[id] { return known }
        let found = try session.first(deviceByID, [id], Device.init(reading:))
        rows.devices.updateValue(found, forKey: id)
        return found
    }

    func device(registration: [UInt8]) throws -> Device? {
        try session.first(deviceByRegistration, [registration], Device.init(reading:))
    }

    func devices(of person: PersonID) throws -> [Device] {
        if let known = rows.devices(of: person) { return known }
        let found = try session.all(devicesOfPerson, [person], Device.init(reading:))
        rows.keep(found, of: person)
        return found
    }

    func enrolment(_ lookup: [UInt8]) throws -> Enrolment? {
        try session.first(enrolmentByLookup, [lookup], Enrolment.init(reading:))
    }

    // MARK: Pairing

    func invite(_ id: InviteID) throws -> Invite? {
        try session.first(inviteByID, [id], Invite.init(reading:))
    }

    func invite(locator: String) throws -> Invite? {
        try session.first(inviteByLocator, [locator], Invite.init(reading:))
    }

    func liveInvites(of device: DeviceID, at now: Instant) throws -> [Invite] {
        try session.all(invitesAlive, [device, now], Invite.init(reading:))
    }

    func pair(_ id: PairID) throws -> Pair? {
        if let known = rows.pairs[id] { return known }
        let found = try session.first(pairByID, [id], Pair.init(reading:))
        rows.pairs.updateValue(found, forKey: id)
        return found
    }

    func pairs(of person: PersonID) throws -> [Pair] {
        let found = try session.all(pairsOfPerson, [person], Pair.init(reading:))
        for pair in found { rows.keep(pair) }
        return found
    }

    func edge(_ tokenHash: [UInt8]) throws -> Edge? {
        if let known = rows.edges[tokenHash] { return known }
        let found = try session.first(edgeByHash, [tokenHash], Edge.init(reading:))
        rows.edges.updateValue(found, forKey: tokenHash)
        return found
    }

    // MARK: The rest

    func replay(of device: DeviceID, jti: [UInt8]) throws -> Replay? {
        if let known = rows.replays[device]?[jti] { return known }
        let found = try session.first(replayByRequest, [device, jti], Replay.init(reading:))
        rows.replays[device, default: [:]].updateValue(found, forKey: jti)
        return found
    }

    func replayCount(of device: DeviceID, limit: Int) throws -> Int {
        if let known = rows.replayCounts[device]?[limit] { return known }
        let count = try session.first(replaysOfDevice, [device, max(limit, 0)]) { try $0.next(Int.self) } ?? 0
        rows.replayCounts[device, default: [:]][limit] = count
        return count
    }

    func value(_ key: String) throws -> [UInt8]? {
        if let known = rows.values[key] { return known }
        let found = try session.first(valueByKey, [key]) { try $0.next([UInt8].self) }
        rows.values.updateValue(found, forKey: key)
        return found
    }

    func blindIntervals(limit: Int) throws -> [BlindInterval] {
        if let known = rows.blindIntervals[limit] { return known }
        let found = try session.all(newestBlindIntervals, [max(limit, 0)], BlindInterval.init(reading:))
        rows.blindIntervals[limit] = found
        return found
    }

    func lastChange(of person: PersonID) throws -> Int64 {
        try session.first(changeOfPerson, [person]) { try $0.next() } ?? 0
    }

    func ownTime() throws -> Instant? {
        if let time { return time }
        time = try session.first(.ownTime) { try $0.next(Instant.self) }
        return time
    }
}
