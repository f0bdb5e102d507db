// Not built here: see README.md.
import DeviceKit
import Foundation
import UserNotifications
import os

/// Opens each push before it is shown; whatever goes wrong, the push is shown as it came, and rings.
final class NotificationService: UNNotificationServiceExtension {
    private let log = Logger(subsystem: "org.example.reveille", category: "push")
    private var finish: ((UNNotificationContent) -> Void)?
    private var original: UNNotificationContent?
    private var task: Task<Void, Never>?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        finish = contentHandler
        original = request.content
        let payload = try? JSONSerialization.data(withJSONObject: request.content.userInfo)
        guard let payload, let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return end(with: request.content)
        }
        task = Task { @MainActor in
            do {
                guard let device = try SharedDevice.stored() else { return end(with: request.content) }
                let system = PhoneSystem(isSoundedByPush: true)
                let (received, done) = try await device.handle(push: Array(payload), on: system)
                for failure in done.failures { log.error("\(failure, privacy: .public)") }
                let text = received.notificationText
                content.title = text.title ?? content.title
                content.body = text.body ?? content.body
                end(with: content)
            } catch {
                log.error("\(error, privacy: .public)")
                end(with: request.content)
            }
        }
    }

    override func serviceExtensionTimeWillExpire() {
        task?.cancel()
        if let original { end(with: original) }
    }

    /// Hands the content back, once.
    private func end(with content: UNNotificationContent) {
        finish?(content)
        finish = nil
    }
}
