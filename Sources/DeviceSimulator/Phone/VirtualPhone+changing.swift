import AlarmCore
import DeviceKit
import GatewaySimulator

extension VirtualPhone {
    /// Changes the condition of phone or app, and applies the immediate consequences.
    ///
    /// The relay, the gateway and the user learn of it as they would in reality: of a rotated token when the app is
    /// next opened, of a removed app by the gateway's 410.
    ///
    /// - Throws: ``ContradictoryState`` for an impossible condition; the state is then unchanged.
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
            let words = new.browser == nil ? "the system drops the app's alarms" : "no page is left to ring by itself"
            note(words, .disarming)
        }
        if new.browser != nil, old.allowsNotifications, !new.allowsNotifications {
            registry.end(address, at: clock.truth.now())
            note("the browser ends its subscription", .change)
        }
        scheduleTimer()
        if !new.ringsByPage { closePage() }
        // Last, so that pushes waiting at the gateway meet the new state.
        connect()
        if !old.isUnlockedSinceBoot && new.isUnlockedSinceBoot { await settleWaiting() }
        if !old.ringsByPage && new.ringsByPage { await openPage() }
    }

    /// Turns the phone off and on again: it is locked, and the app does not run, but the system keeps its alarms.
    package func restart() async throws {
        try await change { $0.isPoweredOn = false }
        try await change { $0.isPoweredOn = true }
    }

    /// Gives the app another push token, as after a restored backup: the old one is dead, and the relay learns of the
    /// new one when the app is opened.
    package func rotateToken() throws {
        guard state.app != .removed else { return }
        take(try registry.register(state))
        let what = state.browser == nil ? "push token" : "subscription"
        note("gets another \(what), of which the relay does not know", .change)
    }

    /// Stops all sounds and cancels the user's pending actions.
    private func fallSilent() {
        for id in phoneRings.keys.sorted() {
            note("falls silent", .disarming, alarm: id)
            silence(id)
        }
    }

    /// Drops alarms and notifications that were due while the phone was off; they do not sound later.
    private func forgetMissed() {
        for entry in localNotifications.takeDue(at: clock.now) {
            note("the local notification for \(entry.at.iso8601) passed while the phone was off", alarm: entry.alarm.id)
        }
        for entry in systemAlarms.takeDue(at: clock.now) {
            note("the system alarm for \(entry.at.iso8601) passed while the phone was off", alarm: entry.alarm.id)
        }
    }
}
