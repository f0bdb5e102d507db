internal import AlarmCore
internal import Storage

/// Reads within one transaction of one connection.
class SQLiteSnapshot: Snapshot {
    let session: SQLiteSession

    init(_ session: SQLiteSession) {
        self.session = session
    }

    // MARK: Devices

    private static let deviceByID = "SELECT \(Device.columnNames) FROM device WHERE id = ?"
    private static let deviceByRegistration = "SELECT \(Device.columnNames) FROM device WHERE registration = ?"
    private static let devicesOfPerson = """
        SELECT \(Device.columnNames) FROM device WHERE person = ? ORDER BY since, number
        """
    private static let enrolment = "SELECT \(Enrolment.columnNames) FROM enrolment WHERE lookup = ?"

    func device(_ id: DeviceID) throws -> Device? {
        try session.first(Self.deviceByID, [id], Device.init(reading:))
    }

    func device(registration: [UInt8]) throws -> Device? {
        try session.first(Self.deviceByRegistration, [registration], Device.init(reading:))
    }

    func devices(of person: PersonID) throws -> [Device] {
        try session.all(Self.devicesOfPerson, [person], Device.init(reading:))
    }

    func enrolment(_ lookup: [UInt8]) throws -> Enrolment? {
        try session.first(Self.enrolment, [lookup], Enrolment.init(reading:))
    }

    // MARK: Pairing

    private static let inviteByID = "SELECT \(Invite.columnNames) FROM invite WHERE id = ?"
    private static let inviteByLocator = """
        SELECT \(Invite.columnNames) FROM invite WHERE locator = ? ORDER BY number DESC LIMIT 1
        """
    private static let liveInvites = """
        SELECT \(Invite.columnNames) FROM invite WHERE live = 1 AND inviter = ? AND expires_at > ?
        ORDER BY expires_at, number
        """
    private static let pairByID = "SELECT \(Pair.columnNames) FROM pair WHERE id = ?"
    private static let pairsOfPerson = """
        SELECT \(Pair.columnNames) FROM pair WHERE inviter_person = ?1 OR claimer_person = ?1 ORDER BY since, number
        """
    private static let edge = "SELECT \(Edge.columnNames) FROM edge WHERE token_hash = ?"

    func invite(_ id: InviteID) throws -> Invite? {
        try session.first(Self.inviteByID, [id], Invite.init(reading:))
    }

    func invite(locator: String) throws -> Invite? {
        try session.first(Self.inviteByLocator, [locator], Invite.init(reading:))
    }

    func liveInvites(of device: DeviceID, at now: Instant) throws -> [Invite] {
        try session.all(Self.liveInvites, [device, now], Invite.init(reading:))
    }

    func pair(_ id: PairID) throws -> Pair? {
        try session.first(Self.pairByID, [id], Pair.init(reading:))
    }

    func pairs(of person: PersonID) throws -> [Pair] {
        try session.all(Self.pairsOfPerson, [person], Pair.init(reading:))
    }

    func edge(_ tokenHash: [UInt8]) throws -> Edge? {
        try session.first(Self.edge, [tokenHash], Edge.init(reading:))
    }

    // MARK: The rest

    private static let replayCount = "SELECT count(*) FROM (SELECT 1 FROM replay WHERE device = ? LIMIT ?)"
    private static let replay = "SELECT \(Replay.columnNames) FROM replay WHERE device = ? AND jti = ?"
    private static let value = "SELECT value FROM value WHERE key = ?"
    private static let blindIntervals = """
        SELECT \(BlindInterval.columnNames) FROM blind WHERE number > 0 ORDER BY number DESC LIMIT ?
        """
    private static let lastChange = """
        SELECT max(change, coalesce((SELECT change FROM last_change WHERE person = ?), 0)) FROM counters
        """

    func replay(of device: DeviceID, jti: [UInt8]) throws -> Replay? {
        try session.first(Self.replay, [device, jti], Replay.init(reading:))
    }

    func replayCount(of device: DeviceID, limit: Int) throws -> Int {
        try session.first(Self.replayCount, [device, max(limit, 0)]) { try $0.next() } ?? 0
    }

    func value(_ key: String) throws -> [UInt8]? {
        try session.first(Self.value, [key]) { try $0.next() }
    }

    func blindIntervals(limit: Int) throws -> [BlindInterval] {
        try session.all(Self.blindIntervals, [max(limit, 0)], BlindInterval.init(reading:))
    }

    func lastChange(of person: PersonID) throws -> Int64 {
        try session.first(Self.lastChange, [person]) { try $0.next() } ?? 0
    }
}

extension SQLiteSnapshot {
    func delivery(_ id: DeliveryID, of alarm: AlarmKey) throws -> DeliveryRow? {
        try session.first(DeliverySQL.byID, [alarm, id], DeliveryRow.init(reading:))
    }

    func deliveries(of alarm: AlarmKey) throws -> [DeliveryRow] {
        try session.all(DeliverySQL.ofAlarm, [alarm], DeliveryRow.init(reading:))
    }

    func earliestDelivery() throws -> Instant? {
        try session.first(DeliverySQL.earliest) { try $0.next() }
    }

    func expiredLeases(at now: Instant, limit: Int) throws -> Int {
        try session.first(DeliverySQL.expiredLeases, [now, max(limit, 0)]) { try $0.next() } ?? 0
    }
}
