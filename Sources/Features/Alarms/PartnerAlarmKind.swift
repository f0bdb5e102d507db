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
}
