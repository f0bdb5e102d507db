internal import AlarmCore
internal import Storage

extension DeliveryRow {
    static let columnNames: ColumnNames = fixedColumnNames + changingColumnNames

    /// The columns that never change.
    static let fixedColumnNames: ColumnNames = """
        id, destination, medium, stage, urgency, epoch, revision, due, deadline, is_late, rung_offset, is_awaited,
        alarm, circle, created_at
        """

    /// The columns that can change.
    static let changingColumnNames: ColumnNames = """
        state, not_before, attempts, failed_attempts, lease_holder, lease_end, reason, finished_at
        """

    var fixedColumns: [any Column] {
        [
            order.id, order.destination.name, order.destination.medium, order.stage, order.urgency, order.epoch,
            order.revision, order.due, order.deadline,
            order.isLate, order.offset, order.isAwaited, alarm, circle, createdAt,
        ]
    }

    var changingColumns: [any Column] {
        [state, notBefore, attempts, failedAttempts, leaseHolder, leaseEnd, reason, finishedAt]
    }

    init(reading reader: inout RowReader) throws {
        let order = try DeliveryOrder(
            id: reader.next(),
            destination: Destination(reading: &reader),
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
            circle: reader.next(),
            createdAt: reader.next(),
            state: reader.next(),
            notBefore: reader.next(),
            attempts: reader.next(),
            failedAttempts: reader.next(),
            leaseHolder: reader.next(),
            leaseEnd: reader.next(),
            reason: reader.next(),
            finishedAt: reader.next()
        )
    }
}

extension Destination {
    /// The sixteen bytes of the device's or contact's identifier.
    fileprivate var name: DeliveryID {
        switch self {
        case .device(let id): DeliveryID(high: id.high, low: id.low)
        case .contact(let id, _): DeliveryID(high: id.high, low: id.low)
        }
    }

    fileprivate init(reading reader: inout RowReader) throws {
        let name: DeliveryID = try reader.next()
        let medium: Medium? = try reader.next()
        if let medium {
            self = .contact(ContactID(high: name.high, low: name.low), medium)
        } else {
            self = .device(DeviceID(high: name.high, low: name.low))
        }
    }
}
