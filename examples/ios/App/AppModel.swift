// Not built here: see README.md.
import AlarmCore
import AlarmWire
import DeviceKit
import Foundation
import Observation
import UserNotifications

#if canImport(AlarmKit)
import AlarmKit
#endif

/// One device for the views; passes on what they ask for, and keeps what they show.
@MainActor
@Observable
final class AppModel {
    private(set) var device: LocalDevice?
    private(set) var pairs: [KnownPair] = []
    private(set) var alarms: [AlarmListing] = []
    private(set) var muted: Set<PairID> = []
    var problem: String?

    private var token: String?
    private let system = PhoneSystem()

    init() {
        attempt { self.device = try SharedDevice.stored() }
    }

    /// Registers this phone with a relay, by an operator's code, or later by a partner's where there is none.
    func join(relay: String, code: String, name: String) async {
        await attempt {
            let profile = try Profile.new(
                relay: relay,
                push: self.registration,
                capabilities: await Self.capabilities(),
                timeZone: TimeZone.current.identifier,
                locale: Locale.preferredLanguages.first ?? "en",
                displayName: name
            )
            let device = try SharedDevice.create(profile)
            if !code.isEmpty { try await device?.register(ticket: .enrolment(code: code)) }
            self.device = device
        }
    }

    /// Tells the relay of a new token.
    func take(token: String) async {
        self.token = token
        await attempt {
            guard let device = self.device, let push = self.registration else { return }
            let profile = await device.profile
            guard profile.isRegistered, profile.push != push else { return }
            try await device.replacePushToken(push)
        }
    }

    /// Makes good what pushes have missed.
    func catchUp() async {
        await attempt {
            guard let device = self.device, await device.profile.isRegistered else { return }
            try await device.adopt(
                capabilities: await Self.capabilities(),
                timeZone: TimeZone.current.identifier,
                locale: Locale.preferredLanguages.first
            )
            let (outcome, _) = try await device.catchUp(on: self.system)
            if outcome.needsToken, let push = self.registration { try await device.replacePushToken(push) }
            try await device.sendOutbox()
            self.pairs = try await device.refreshPairs()
            self.alarms = try await device.list()
            var muted: Set<PairID> = []
            for pair in self.pairs where pair.isActive {
                if try await device.consentMessage(for: pair.id).consent.isMuted { muted.insert(pair.id) }
            }
            self.muted = muted
        }
    }

    /// Handles a push that woke the app in the background.
    func handle(push payload: [UInt8]) async -> Bool {
        var system = system
        system.isSoundedByPush = true
        do {
            guard let device else { return false }
            _ = try await device.handle(push: payload, on: system)
            return true
        } catch {
            problem = "\(error)"
            return false
        }
    }

    func send(_ text: String, at date: Date, to pair: PairID) async {
        await attempt {
            let time = Instant(seconds: Int64(date.timeIntervalSince1970))
            _ = try await self.device?.send(text: text, at: time, to: pair)
        }
        await catchUp()
    }

    func cancel(_ id: AlarmID) async {
        await attempt { _ = try await self.device?.cancel(id) }
        await catchUp()
    }

    func setMuted(_ isMuted: Bool, _ pair: PairID) async {
        await attempt {
            guard let device = self.device else { return }
            var consent = try await device.consentMessage(for: pair).consent
            consent.isMuted = isMuted
            _ = try await device.setConsent(consent, for: pair)
        }
        await catchUp()
    }

    /// Deletes this person at the relay, and the keys on this phone.
    func deleteEverything() async {
        await attempt {
            guard let device = self.device else { return }
            let known = await device.profile.incoming.map(\.id)
            try await device.deleteEverything()
            for id in known { await self.system.takeBack(id) }
            try KeychainProfileStore.remove()
            self.device = nil
            self.pairs = []
            self.alarms = []
            self.muted = []
        }
    }

    func revoke(_ pair: PairID) async {
        await attempt {
            for id in try await self.device?.revoke(pair) ?? [] { await self.system.takeBack(id) }
        }
        await catchUp()
    }

    /// Asks for the permissions that make a phone ring.
    func askForPermissions() async {
        await attempt {
            _ = try await UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound])
            #if canImport(AlarmKit)
            if #available(iOS 26, *) { _ = try await AlarmManager.shared.requestAuthorization() }
            #endif
        }
        await catchUp()
    }

    /// Runs what may fail, and shows why it did.
    func attempt(_ body: () async throws -> Void) async {
        do {
            try await body()
        } catch {
            problem = "\(error)"
        }
    }

    private func attempt(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            problem = "\(error)"
        }
    }

    private var registration: PushRegistration? {
        #if DEBUG
        let environment = PushRegistration.Environment.sandbox
        #else
        let environment = PushRegistration.Environment.production
        #endif
        return token.map {
            PushRegistration(token: $0, environment: environment, topic: Bundle.main.bundleIdentifier ?? "")
        }
    }

    private static func capabilities() async -> Device.Capabilities {
        let settings = await UNUserNotificationCenter.current().notificationSettings()
        let version = ProcessInfo.processInfo.operatingSystemVersion
        var hasSystemAlarms = false
        #if canImport(AlarmKit)
        if #available(iOS 26, *) { hasSystemAlarms = AlarmManager.shared.authorizationState == .authorized }
        #endif
        return Device.Capabilities(
            alarmKit: hasSystemAlarms,
            criticalAlerts: settings.criticalAlertSetting == .enabled,
            os: "\(version.majorVersion).\(version.minorVersion)"
        )
    }
}
