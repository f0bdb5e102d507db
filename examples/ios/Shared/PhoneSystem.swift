// Not built here: see README.md.
import AlarmCore
import AlarmWire
import DeviceKit
import Foundation
import UserNotifications

#if canImport(AlarmKit)
import AlarmKit
import SwiftUI
#endif

/// DeviceKit's orders, as calls of AlarmKit and UserNotifications.
struct PhoneSystem: AlarmSystem {
    enum Failure: Error {
        case noSystemAlarms
    }

    /// Whether the push that woke this process sounds by itself, as in the extension.
    var isSoundedByPush = false

    private var center: UNUserNotificationCenter { .current() }

    func arm(_ alarm: IncomingAlarm, at time: Instant) async throws {
        #if canImport(AlarmKit)
        guard #available(iOS 26, *) else { throw Failure.noSystemAlarms }
        center.removePendingNotificationRequests(withIdentifiers: [alarm.id.description])
        try? AlarmManager.shared.cancel(id: UUID(alarm.id))
        let alert = AlarmPresentation.Alert(
            title: LocalizedStringResource(stringLiteral: alarm.words.text ?? String(localized: "ALARM_TITLE")),
            stopButton: AlarmButton(text: "Got it", textColor: .white, systemImageName: "checkmark"),
            secondaryButton: AlarmButton(text: "Snooze", textColor: .white, systemImageName: "zzz"),
            secondaryButtonBehavior: .custom
        )
        let attributes = AlarmAttributes<PartnerAlarm>(
            presentation: AlarmPresentation(alert: alert),
            metadata: PartnerAlarm(partnerName: alarm.partnerName),
            tintColor: .orange
        )
        let configuration = AlarmManager.AlarmConfiguration(
            schedule: .fixed(Date(time)),
            attributes: attributes,
            stopIntent: StopAlarmIntent(alarm: alarm.id.description),
            secondaryIntent: SnoozeAlarmIntent(alarm: alarm.id.description)
        )
        _ = try await AlarmManager.shared.schedule(id: UUID(alarm.id), configuration: configuration)
        #else
        throw Failure.noSystemAlarms
        #endif
    }

    func keepNotification(of alarm: IncomingAlarm, at time: Instant) async throws {
        let wait = max(Date(time).timeIntervalSinceNow, 1)
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: wait, repeats: false)
        try await center.add(request(for: alarm, level: .timeSensitive, sound: .default, trigger: trigger))
    }

    func show(_ alarm: IncomingAlarm) async throws {
        guard !isSoundedByPush else { return }
        try await center.add(request(for: alarm, level: .passive, sound: nil, trigger: nil))
    }

    func sound(_ alarm: IncomingAlarm, again: Bool) async throws {
        center.removePendingNotificationRequests(withIdentifiers: [alarm.id.description])
        guard !isSoundedByPush else { return }
        try await center.add(request(for: alarm, level: .timeSensitive, sound: .default, trigger: nil))
    }

    func takeBack(_ id: AlarmID) async {
        let name = id.description
        center.removePendingNotificationRequests(withIdentifiers: [name])
        let shown = await center.deliveredNotifications().filter {
            $0.request.identifier == name || $0.request.identifier.hasPrefix(name + ".")
        }
        center.removeDeliveredNotifications(withIdentifiers: shown.map(\.request.identifier))
        #if canImport(AlarmKit)
        if #available(iOS 26, *) {
            try? AlarmManager.shared.stop(id: UUID(id))
            try? AlarmManager.shared.cancel(id: UUID(id))
        }
        #endif
    }

    private func request(
        for alarm: IncomingAlarm,
        level: UNNotificationInterruptionLevel,
        sound: UNNotificationSound?,
        trigger: UNNotificationTrigger?
    ) -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = alarm.partnerName ?? String(localized: "ALARM_TITLE")
        content.body = alarm.words.text ?? String(localized: "ALARM_BODY")
        content.categoryIdentifier = PushPayload.category(of: alarm.preset)
        content.interruptionLevel = level
        content.sound = sound
        content.userInfo = ["alarmID": alarm.id.description]
        return UNNotificationRequest(identifier: alarm.id.description, content: content, trigger: trigger)
    }
}

#if canImport(AlarmKit)
/// What the system keeps beside an alarm.
@available(iOS 26, *)
struct PartnerAlarm: AlarmMetadata {
    var partnerName: String?
}
#endif
