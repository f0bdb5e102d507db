// Not built here: see README.md.
import AlarmCore
import AlarmWire
import DeviceKit
import SwiftUI
import UIKit
import UserNotifications

@main
struct ReveilleApp: App {
    @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate
    @Environment(\.scenePhase) private var phase

    var body: some Scene {
        WindowGroup {
            RootView(model: delegate.model)
                .onChange(of: phase) { _, phase in
                    if phase == .active { Task { await delegate.model.catchUp() } }
                }
        }
    }
}

/// Takes tokens, pushes and answers, and passes them on.
@MainActor
final class AppDelegate: NSObject, UIApplicationDelegate, UNUserNotificationCenterDelegate {
    let model = AppModel()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = self
        UNUserNotificationCenter.current().setNotificationCategories([.partnerAlarm])
        application.registerForRemoteNotifications()
        return true
    }

    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data) {
        let text = token.map { String(format: "%02x", $0) }.joined()
        Task { await model.take(token: text) }
    }

    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error) {
        model.problem = error.localizedDescription
    }

    func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
        guard let payload = try? JSONSerialization.data(withJSONObject: userInfo) else { return .failed }
        return await model.handle(push: Array(payload)) ? .newData : .failed
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        [.banner, .list, .sound]
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async {
        let info = response.notification.request.content.userInfo
        let name = info["alarmID"] as? String ?? (info["alarm"] as? [String: Any])?["id"] as? String
        let identifier = response.actionIdentifier
        let chosen = identifier == UNNotificationDismissActionIdentifier ? nil : AlarmAnswer(rawValue: identifier)
        guard let name, let chosen else { return }
        let text = (response as? UNTextInputNotificationResponse)?.userText
        do {
            try await answer(chosen, to: name, saying: text)
        } catch {
            model.problem = "\(error)"
        }
    }
}

extension UNNotificationCategory {
    /// The answers to a partner's alarm.
    static var partnerAlarm: UNNotificationCategory {
        UNNotificationCategory(
            identifier: PushPayload.category,
            actions: [
                UNNotificationAction(identifier: AlarmAnswer.gotIt.rawValue, title: String(localized: "Got it")),
                UNNotificationAction(identifier: AlarmAnswer.snooze.rawValue, title: String(localized: "Snooze")),
                UNTextInputNotificationAction(
                    identifier: AlarmAnswer.reply.rawValue,
                    title: String(localized: "Reply"),
                    options: []
                ),
                UNNotificationAction(
                    identifier: AlarmAnswer.dismiss.rawValue,
                    title: String(localized: "Dismiss"),
                    options: [.destructive]
                ),
            ],
            intentIdentifiers: []
        )
    }
}
