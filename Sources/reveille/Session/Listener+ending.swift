import AlarmCore
import DeviceKit

/// Alarms that ring here no more, because of the relay\'s word or of another command with this profile, and pairs that
/// the other side has ended.
extension Listener {
    /// Takes an alarm off, and says why.
    mutating func takeOff(_ id: AlarmID) async {
        let item = ringing.remove(id)
        await silenceIfDone()
        let known = await device.profile.alarm(id)
        var title = item?.title
        if title == nil, let known { title = await self.title(of: known) }
        let subject = title ?? "Alarm \(id)"
        let given = self.given.removeValue(forKey: id)
        let reason = await reason(forEndOf: id, isRinging: item != nil)
        let time = clock.timeOfDay(clock.now)
        switch (item, reason) {
        case (let item?, _):
            Terminal.say("\(time)  Stopped: \(reason ?? "it no longer rings here"). It was \(item.title)")
        case (nil, _) where known?.phase == .answered && known?.revision == given?.revision:
            guard let given, let view = try? await device.show(id).view,
                let correction = given.correction(by: view, reason: reason)
            else { return }
            Terminal.say("\(time)  \(subject): \(correction)")
        // It has rung and was answered, by a former listener or another command.
        case (nil, _) where known?.phase == .answered:
            Terminal.say("\(time)  \(subject) is over here\(reason.map { ": \($0)" } ?? "").")
        case (nil, let reason?):
            Terminal.say("\(time)  \(subject) will not ring\(given == nil ? "" : " again"): \(reason).")
        case (nil, nil): Terminal.say("\(time)  \(subject) will not ring here any more.")
        }
    }

    /// Falls silent for what this device no longer has, because its pair was ended or it was answered by a command.
    ///
    /// The relay spares the device that ends a pair, and a listener beside the command is the same device.
    mutating func takeOffWhatEndedHere() async {
        for item in ringing.items where !item.isNotice {
            guard let isHeld = try? await device.holds(item.id) else { continue }
            if isHeld {
                held.insert(item.id)
                released.remove(item.id)
            } else if held.contains(item.id) {
                // What the relay has taken off comes by itself, unless another command has read that first.
                let isReleased = await device.profile.alarm(item.id)?.phase == .released
                if isReleased, released.insert(item.id).inserted { continue }
                stopped.insert(item.id)
                await takeOff(item.id)
            }
        }
        let ids = Set(ringing.items.map(\.id))
        held.formIntersection(ids)
        released.formIntersection(ids)
        await silenceIfDone()
    }

    /// Says once of each pair that it has ended; one that this device had for active when the listener began counts.
    ///
    /// Without the relay it is said at the next synchronisation.
    mutating func sayEndedPairs() async {
        guard let pairs = try? await device.refreshPairs() else { return }
        for pair in pairs where !pair.isActive && standing.contains(pair.id) {
            let name = pair.partnerName.asForeign
            Terminal.say(
                """
                \(clock.timeOfDay(clock.now))  The pair with \(name) has ended: neither of you can ring the other any more. \
                To pair anew: reveille pair new\(session.profileFlag)
                """
            )
        }
        standing = Set(pairs.filter(\.isActive).map(\.id))
    }
}

extension RingingItem {
    /// Whether it is a warning or an alert, of which the relay says when it is over.
    fileprivate var isNotice: Bool {
        if case .notice = subject { true } else { false }
    }
}
