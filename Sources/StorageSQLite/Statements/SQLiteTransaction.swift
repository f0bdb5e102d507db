internal import AlarmCore
internal import Storage

/// Changes within one transaction of the writer's connection.
final class SQLiteTransaction: SQLiteSnapshot, Transaction {
    /// The latest numbers given out; read once and written back once for all bodies that share a commit.
    struct Counters {
        /// The newest alarm's key.
        var alarm: Int64
        /// The last change number of everybody of whom no larger one is known.
        let floor: Int64
        /// The last change numbers of those whose alarms changed.
        var changes: [PersonID: Int64] = [:]
    }

    /// The counters, which a failed body resets.
    var counters: Counters
    private let storedAlarm: Int64
    private let cache: RowCache
    private let mayBegin: Bool

    /// Wraps a transaction that has begun.
    ///
    /// Without `mayBegin` it refuses whatever begins something, because the disk has room for ending things only.
    init(beginning session: SQLiteSession, cache: RowCache, mayBegin: Bool = true) throws {
        self.mayBegin = mayBegin
        counters =
            try session.first("SELECT alarm, change FROM counters") {
                try Counters(alarm: $0.next(), floor: $0.next())
            } ?? Counters(alarm: 0, floor: 0)
        storedAlarm = counters.alarm
        self.cache = cache
        super.init(session)
    }

    /// Writes the counters once at the end.
    func finish() throws {
        if counters.alarm != storedAlarm { try session.run("UPDATE counters SET alarm = ?", [counters.alarm]) }
        try storeChanges()
    }

    /// The number of changes made, undone ones included.
    var changes: Int { session.changes }

    override func lastChange(of person: PersonID) throws -> Int64 {
        try max(counters.floor, numberedChange(of: person) ?? 0)
    }

    /// Refuses, on a full disk, a write that begins something.
    ///
    /// - Throws: ``StoreError/full``.
    func checkRoom() throws {
        guard mayBegin else { throw StoreError.full }
    }

    /// Runs a statement that must find its row.
    func replace(_ sql: String, _ values: [any Column], _ what: @autoclosure () -> String) throws {
        guard try session.run(sql, values) > 0 else { throw StoreError.missing(what()) }
    }

    // MARK: The most frequent queries

    override func device(_ id: DeviceID) throws -> Device? {
        try cache.device(id) { try super.device(id) }
    }

    override func devices(of person: PersonID) throws -> [Device] {
        try cache.devices(of: person) { try super.devices(of: person) }
    }

    override func edge(_ tokenHash: [UInt8]) throws -> Edge? {
        try cache.edge(tokenHash) { try super.edge(tokenHash) }
    }

    // MARK: Devices

    private static let insertDevice = """
        INSERT INTO device (\(Device.columnNames)) VALUES (\(Device.columnNames.marks))
        """
    private static let updateDevice = """
        UPDATE device SET (\(Device.columnNames)) = (\(Device.columnNames.marks)) WHERE id = ?
        """
    private static let deleteDevice = "DELETE FROM device WHERE id = ?"
    private static let putEnrolment =
        "REPLACE INTO enrolment (\(Enrolment.columnNames)) VALUES (\(Enrolment.columnNames.marks))"

    /// Has a device that is added, and its person's devices, read from the database until the transaction has ended.
    func bar(_ device: Device) { cache.bar(device.id, of: [device.person]) }

    func insert(_ device: Device) throws {
        try checkRoom()
        bar(device)
        try session.run(Self.insertDevice, device.columns, duplicate: "device \(device.id), or its registration,")
    }

    func update(_ device: Device) throws {
        let former = try self.device(device.id)?.person
        cache.bar(device.id, of: [device.person, former ?? device.person])
        try replace(Self.updateDevice, device.columns + [device.id], "device \(device.id)")
    }

    func delete(_ device: DeviceID) throws {
        let former = try self.device(device)?.person
        cache.bar(device, of: former.map { [$0] } ?? [])
        try replace(Self.deleteDevice, [device], "device \(device)")
    }

    /// Replaces a sealed column of a device that still has the value `old`; tells whether it had.
    func replace(_ sql: String, of device: DeviceID, _ old: [UInt8], with new: [UInt8]) throws -> Bool {
        let person = try self.device(device)?.person
        cache.bar(device, of: person.map { [$0] } ?? [])
        return try session.run(sql, [new, device, old]) > 0
    }

    func put(_ enrolment: Enrolment) throws {
        try session.run(Self.putEnrolment, enrolment.columns)
    }

    // MARK: Pairing

    private static let insertInvite = """
        INSERT INTO invite (\(Invite.columnNames), live) VALUES (\(Invite.columnNames.marks), ?)
        """
    private static let updateInvite = """
        UPDATE invite SET (\(Invite.columnNames), live) = (\(Invite.columnNames.marks), ?) WHERE id = ?
        """
    private static let insertPair = "INSERT INTO pair (\(Pair.columnNames)) VALUES (\(Pair.columnNames.marks))"
    private static let updatePair = "UPDATE pair SET (\(Pair.columnNames)) = (\(Pair.columnNames.marks)) WHERE id = ?"
    private static let insertEdge = "INSERT INTO edge (\(Edge.columnNames)) VALUES (\(Edge.columnNames.marks))"
    private static let deleteEdges = "DELETE FROM edge WHERE pair = ?"

    func insert(_ invite: Invite) throws {
        try checkRoom()
        try session.run(
            Self.insertInvite,
            invite.columns + [invite.state.isLive],
            duplicate: "invite \(invite.id)"
        )
    }

    func update(_ invite: Invite) throws {
        try replace(Self.updateInvite, invite.columns + [invite.state.isLive, invite.id], "invite \(invite.id)")
    }

    func insert(_ pair: Pair, edges: [Edge]) throws {
        try session.run(Self.insertPair, pair.columns, duplicate: "pair \(pair.id)")
        for edge in edges {
            try session.run(
                Self.insertEdge,
                edge.columns,
                duplicate: "an edge of pair \(pair.id)",
                missing: "pair \(edge.pair)"
            )
        }
    }

    func update(_ pair: Pair) throws {
        try replace(Self.updatePair, pair.columns + [pair.id], "pair \(pair.id)")
    }

    func deleteEdges(of pair: PairID) throws {
        cache.barEdges()
        try session.run(Self.deleteEdges, [pair])
    }
}
