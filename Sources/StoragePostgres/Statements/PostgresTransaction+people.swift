internal import AlarmCore
internal import Storage

private let insertDevice = Statement(
    "INSERT INTO device (\(Device.columnNames)) VALUES (\(Device.columnNames.marks)) ON CONFLICT DO NOTHING"
)
private let updateDevice = Statement(
    """
    UPDATE device SET (\(Device.columnNames)) = (\(Device.columnNames.marks)) WHERE id = $\(Device.columnNames.count + 1)
    """
)
private let deleteDevice = Statement("DELETE FROM device WHERE id = $1")
private let putEnrolment = Statement(
    """
    INSERT INTO enrolment (\(Enrolment.columnNames)) VALUES (\(Enrolment.columnNames.marks))
    ON CONFLICT (lookup) DO UPDATE SET \(Enrolment.columnNames.replacements)
    """
)
private let insertInvite = Statement(
    """
    INSERT INTO invite (\(Invite.columnNames), live)
    VALUES (\(Invite.columnNames.marks), $\(Invite.columnNames.count + 1)) ON CONFLICT DO NOTHING
    """
)
private let updateInvite = Statement(
    """
    UPDATE invite SET (\(Invite.columnNames), live) = (\(Invite.columnNames.marks), $\(Invite.columnNames.count + 1))
    WHERE id = $\(Invite.columnNames.count + 2)
    """
)
private let insertPair = Statement(
    "INSERT INTO pair (\(Pair.columnNames)) VALUES (\(Pair.columnNames.marks)) ON CONFLICT DO NOTHING"
)
private let updatePair = Statement(
    "UPDATE pair SET (\(Pair.columnNames)) = (\(Pair.columnNames.marks)) WHERE id = $\(Pair.columnNames.count + 1)"
)
let pairExists = Statement("SELECT id FROM pair WHERE id = $1")
private let insertEdge = Statement(
    "INSERT INTO edge (\(Edge.columnNames)) VALUES (\(Edge.columnNames.marks)) ON CONFLICT DO NOTHING"
)
private let deleteEdgesOfPair = Statement("DELETE FROM edge WHERE pair = $1")

extension PostgresTransaction {
    // MARK: Devices

    func insert(_ device: Device) throws {
        try session.run(
            insertDevice,
            device.columns,
            orElse: .duplicate("device \(device.id), or its registration,")
        )
        rows.put(device)
    }

    func update(_ device: Device) throws {
        try session.run(updateDevice, device.columns + [device.id], orElse: .missing("device \(device.id)"))
        rows.put(device)
    }

    func delete(_ device: DeviceID) throws {
        try session.run(deleteDevice, [device], orElse: .missing("device \(device)"))
        rows.delete(device)
    }

    func put(_ enrolment: Enrolment) throws {
        try session.run(putEnrolment, enrolment.columns)
    }

    // MARK: Pairing

    func insert(_ invite: Invite) throws {
        try session.run(
            insertInvite,
            invite.columns + [invite.state.isLive],
            orElse: .duplicate("invite \(invite.id)")
        )
    }

    func update(_ invite: Invite) throws {
        try session.run(
            updateInvite,
            invite.columns + [invite.state.isLive, invite.id],
            orElse: .missing("invite \(invite.id)")
        )
    }

    func insert(_ pair: Pair, edges: [Edge]) throws {
        try session.run(insertPair, pair.columns, orElse: .duplicate("pair \(pair.id)"))
        rows.keep(pair)
        for edge in edges {
            if edge.pair != pair.id {
                try session.require(pairExists, [edge.pair], orElse: .missing("pair \(edge.pair)"))
            }
            try session.run(insertEdge, edge.columns, orElse: .duplicate("an edge of pair \(pair.id)"))
            rows.keep(edge)
        }
    }

    func update(_ pair: Pair) throws {
        try session.run(updatePair, pair.columns + [pair.id], orElse: .missing("pair \(pair.id)"))
        rows.keep(pair)
    }

    func deleteEdges(of pair: PairID) throws {
        try session.run(deleteEdgesOfPair, [pair])
        rows.deleteEdges(of: pair)
    }
}
