import AlarmCore
import AlarmWire
import Engine
import Storage

/// An alarm that one person sets for another: it rings until the receiver answers, and its sender may change it.
///
/// An alarm without a preset name is of this kind. Devices have its message, sealed by the sender.
struct PartnerAlarmKind: AlarmKind {
    var policy: EscalationPolicy { .partnerAlarm }
    var isNamed: Bool { false }

    func pushWords(for device: Device, in context: DeliveryContext) throws -> PushWords? { nil }

    func requireChanging(_ row: AlarmRow) throws {}

    /// The receiver's name, for devices to which the relay writes the text; apps have their own.
    func readAhead(sending delivery: DeliveryRow, of row: AlarmRow, _ ahead: inout ReadAhead) throws {
        guard ahead.wave == 2 else { return }
        if let id = delivery.order.destination.device,
            let device = try ahead.snapshot.device(id), !device.platform.needsTexts
        {
            return
        }
        ahead.add(nameOf: row.receiver, in: row.circle)
    }
}
