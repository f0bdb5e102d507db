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
private let replayByRequest = Statement("SELECT \(Replay.columnNames) FROM replay WHERE device = $1 AND jti = $2")
private let replaysOfDevice = Statement(
    "SELECT count(*) FROM (SELECT 1 FROM replay WHERE device = $1 LIMIT $2) AS few"
)
private let valueByKey = Statement("SELECT value FROM value WHERE key = $1")
private let newestBlindIntervals = Statement(
    "SELECT \(BlindInterval.columnNames) FROM blind ORDER BY number DESC LIMIT $1"
)
private let newestChange = Statement("SELECT change FROM counters WHERE number = 1")

/// Reads within one transaction of one connection.
class PostgresSnapshot: Snapshot {
    let session: PostgresSession

    init(_ session: PostgresSession) {
        self.session = session
    }

    // MARK: Devices

    func device(_ id: DeviceID) throws -> Device? {
        try session.first(deviceByID, [id], Device.init(reading:))
    }

    func device(registration: [UInt8]) throws -> Device? {
        try session.first(deviceByRegistration, [registration], Device.init(reading:))
    }

    func devices(of person: PersonID) throws -> [Device] {
        try session.all(devicesOfPerson, [person], Device.init(reading:))
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
        try session.first(pairByID, [id], Pair.init(reading:))
    }

    func pairs(of person: PersonID) throws -> [Pair] {
        try session.all(pairsOfPerson, [person], Pair.init(reading:))
    }

    func edge(_ tokenHash: [UInt8]) throws -> Edge? {
        try session.first(edgeByHash, [tokenHash], Edge.init(reading:))
    }

    // MARK: The rest

    func replay(of device: DeviceID, jti: [UInt8]) throws -> Replay? {
        try session.first(replayByRequest, [device, jti], Replay.init(reading:))
    }

    func replayCount(of device: DeviceID, limit: Int) throws -> Int {
        try session.first(replaysOfDevice, [device, max(limit, 0)]) { try $0.next() } ?? 0
    }

    func value(_ key: String) throws -> [UInt8]? {
        try session.first(valueByKey, [key]) { try $0.next() }
    }

    func blindIntervals(limit: Int) throws -> [BlindInterval] {
        try session.all(newestBlindIntervals, [max(limit, 0)], BlindInterval.init(reading:))
    }

    func lastChange() throws -> Int64 {
        try session.first(newestChange) { try $0.next() } ?? 0
    }
}
