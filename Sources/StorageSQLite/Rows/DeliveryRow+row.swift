internal import AlarmCore
internal import Storage

extension DeliveryRow {
    static let columnNames: ColumnNames = fixedColumnNames + changingColumnNames

    /// What a delivery keeps for life.
    static let fixedColumnNames: ColumnNames = """
        id, device, stage, urgency, epoch, revision, due, deadline, is_late, rung_offset, is_awaited, alarm,
        pair, created_at
        """

    /// What can change.
    static let changingColumnNames: ColumnNames = """
        state, not_before, attempts, lease_holder, lease_end, reason, finished_at
        """

    var fixedColumns: [any Column] {
        [
            order.id, order.device, order.stage, order.urgency, order.epoch, order.revision, order.due, order.deadline,
            order.isLate, order.offset, order.isAwaited, alarm, pair, createdAt,
        ]
    }

    var changingColumns: [any Column] {
        [state, notBefore, attempts, leaseHolder, leaseEnd, reason, finishedAt]
    }

    init(reading reader: inout RowReader) throws {
        let order = try DeliveryOrder(
            id: reader.next(),
            device: reader.next(),
            stage: reader.next(),
            urgency: reader.next(),
            epoch: reader.next(),
            revision: reader.next(),
            due: reader.next(),
            deadline: reader.next(),
            isLate: reader.next(),
            offset: reader.next(),
            isAwaited: reader.next()
        )
        try self.init(
            order: order,
            alarm: reader.next(),
            pair: reader.next(),
            createdAt: reader.next(),
            state: reader.next(),
            notBefore: reader.next(),
            attempts: reader.next(),
            leaseHolder: reader.next(),
            leaseEnd: reader.next(),
            reason: reader.next(),
            finishedAt: reader.next()
        )
    }
}
