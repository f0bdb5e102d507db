package import AlarmCore
package import Storage

extension DeliveryRow {
    /// A pending ring that may be sent at once.
    package static func sample(
        _ number: Int = 1,
        alarm: AlarmKey,
        destination: Destination = .device(.sample(2)),
        circle: CircleID = .sample(1),
        stage: Stage = .ring,
        offset: Span? = nil,
        isAwaited: Bool = false,
        epoch: Int = 1,
        createdAt: Instant = .sample,
        state: State = .pending,
        notBefore: Instant = .sample
    ) -> DeliveryRow {
        DeliveryRow(
            order: DeliveryOrder(
                id: .sample(number),
                destination: destination,
                stage: stage,
                urgency: .timeSensitive,
                epoch: epoch,
                revision: 1,
                due: .sample + .hours(1),
                deadline: .sample + .hours(2),
                isLate: false,
                offset: offset,
                isAwaited: isAwaited
            ),
            alarm: alarm,
            circle: circle,
            createdAt: createdAt,
            state: state,
            notBefore: notBefore
        )
    }
}

extension Replay {
    /// An answer to a device, which expires after five minutes.
    package static func sample(
        _ number: Int = 1,
        device: DeviceID = .sample(1),
        expiresAt: Instant = .sample + .minutes(5)
    ) -> Replay {
        Replay(
            device: device,
            jti: Array("request \(number)".utf8),
            digest: [4, 5, 6],
            status: 202,
            body: Array("sealed answer".utf8),
            expiresAt: expiresAt
        )
    }
}
