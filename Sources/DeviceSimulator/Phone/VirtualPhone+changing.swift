import AlarmCore
import DeviceKit
import GatewaySimulator

extension VirtualPhone {
    /// Changes the condition of phone or app, and does what follows from it at once.
    ///
    /// What the relay, the gateway or the user learn of it they learn as they would: a rotated token at the next opening of
    /// the app, a removed app by the gateway's 410.
    ///
    /// - Throws: ``ContradictoryState`` for a condition in which no phone can be; nothing has changed then.
    package func change(_ body: @Sendable (inout PhoneState) -> Void) async throws {
        let old = state
        var new = old
        body(&new)
        if let contradiction = new.contradiction { throw ContradictoryState(contradiction) }
        guard new != old else { return }
        state = new
        for words in new.changes(since: old) { note(words, .change) }
        clock.error = new.clockError
        radio.isUp = new.isOnline && new.isPoweredOn
        if !new.isPoweredOn { fallSilent() }
        if old.app != .removed && new.app == .removed { uninstall() }
        if old.app == .removed && new.app != .removed { try install() }
        if !old.isPoweredOn && new.isPoweredOn { forgetMissed() }
        if !new.takesSystemAlarms && !systemAlarms.entries.isEmpty {
            systemAlarms.removeAll()
            note("the system drops the app's alarms", .disarming)
        }
        scheduleTimer()
        // Last, so that what waited at the gateway finds the phone as it is now.
        gateway.setOnline(token, radio.isUp)
        if !old.isUnlockedSinceBoot && new.isUnlockedSinceBoot { await settleWaiting() }
    }

    /// Turns the phone off and on again: it is locked, nothing of the app runs, and what the system keeps it keeps.
    package func restart() async throws {
        try await change { $0.isPoweredOn = false }
        try await change { $0.isPoweredOn = true }
    }

    /// Gives the app another push token, as after a restored backup: the old one is dead, and the relay learns of the
    /// other when the app is opened.
    package func rotateToken() {
        guard state.app != .removed else { return }
        take(token: gateway.registerDevice(topic: topic, environment: environment))
        note("gets another push token, of which the relay does not know", .change)
    }

    /// What sounds stops, and what the user was about to do they cannot.
    private func fallSilent() {
        for id in calls.keys.sorted() {
            note("falls silent", .disarming, alarm: id)
            silence(id)
        }
    }

    /// An alarm that was due while the phone was off is not made up for.
    private func forgetMissed() {
        for entry in systemAlarms.takeDue(at: clock.now) {
            note("the system alarm for \(entry.at.iso8601) passed while the phone was off", alarm: entry.alarm.id)
        }
    }
}
