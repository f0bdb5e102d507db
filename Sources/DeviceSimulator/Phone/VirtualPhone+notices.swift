import AlarmCore
import AlarmWire
import DeviceKit

/// Why a user could not tap a button.
struct ImpossibleTap: Error, CustomStringConvertible {
    let description: String
}

extension VirtualPhone {
    /// Puts a notification on the lock screen, replacing older ones about the same alarm.
    func stand(_ stage: PushStage, of id: AlarmID) {
        news.removeAll { $0.id == id }
        news.append((id, stage))
    }

    /// Taps a button of the newest notification that has it.
    ///
    /// - Throws: ``ImpossibleTap`` if there is no such notification, or a `DeviceError` if the relay refuses the
    ///   action.
    func tap(_ tap: NotificationTap) async throws {
        guard PhoneRules.appCanAct(in: state) else {
            throw ImpossibleTap(description: "the app on \(name) cannot act: the phone is off, or was never unlocked")
        }
        guard let notice = news.last(where: { $0.stage.stage.map(tap.stages.contains) ?? false }) else {
            let stages = tap.stages.map(\.rawValue).sorted().joined(separator: " or ")
            throw ImpossibleTap(
                description: "nothing stands on \(name) that could be tapped: expected \(stages) before"
            )
        }
        note(
            "taps \u{201C}\(tap.rawValue)\u{201D}",
            .answer,
            alarm: notice.id,
            stage: notice.stage,
            state: tap.rawValue
        )
        news.removeAll { $0.id == notice.id }
        switch tap {
        case .safe: try await device.checkIn(timeZone: state.timeZone)
        case .later: try await device.snoozeCheckIn()
        // Reminders and alerts share the identifiers of their alarms.
        case .done: _ = try await device.complete(ReminderID(high: notice.id.high, low: notice.id.low))
        case .well: _ = try await device.cancelAlert(DocumentID(high: notice.id.high, low: notice.id.low))
        case .helping: _ = try await device.acknowledgeAlert(DocumentID(high: notice.id.high, low: notice.id.low))
        }
    }
}
