public import AlarmCore
import AlarmWire

/// What became of an alarm that a device was to arm.
public enum ArmingOutcome: Hashable, Sendable {
    /// The system has it: report `armed`.
    case armed
    /// There was nothing to do: another process of the app has armed it, or it was answered or changed before.
    case needless
    /// It was answered, cancelled or changed while the system took it: take the system alarm off again.
    case overtaken
}

extension LocalDevice {
    /// How long a process may take to arm an alarm before another one tries.
    ///
    /// 30 s, the time that a notification extension has.
    public static let armingTime = Span.seconds(30)
    /// How long a process waits before it looks again whether another one has armed an alarm.
    private static let glance = Span.milliseconds(50)

    /// Registers an alarm with the system, once, whoever else is woken for it.
    ///
    /// One handoff wakes the notification extension and the app, each a process of its own with this profile. The one
    /// that comes first marks the alarm in the profile, under its lock; the other waits for the outcome, and tries
    /// itself if the system has refused the first, or the first has not come back after ``armingTime``.
    ///
    /// - Parameters:
    ///   - alarm: the alarm, whose plan says to arm it.
    ///   - register: registers it with the system.
    /// - Returns: what became of it.
    /// - Throws: what `register` throws; keep a local notification then. ``DeviceError/profile(_:)``.
    public func arm(
        _ alarm: IncomingAlarm,
        with register: @Sendable () async throws -> Void
    ) async throws -> ArmingOutcome {
        while true {
            let now = localTime
            let step = try update { $0.beginArming(alarm, at: now) }
            if step == .needless { return .needless }
            if step == .begun { break }
            try await configuration.wait(Self.glance)
        }
        do {
            try await register()
        } catch {
            _ = try update { profile in profile.endArming(alarm) }
            throw error
        }
        let now = now
        return try update { profile in profile.endArming(alarm, armedAt: now) }
    }
}

/// What a process that wants to arm an alarm finds.
private enum ArmingStep {
    case begun, underWay, needless
}

extension Profile {
    private func arming(_ alarm: IncomingAlarm) -> Int? {
        incoming.firstIndex {
            $0.id == alarm.id && $0.revision == alarm.revision && $0.time == alarm.time && $0.phase == .pending
        }
    }

    fileprivate mutating func beginArming(_ alarm: IncomingAlarm, at now: Instant) -> ArmingStep {
        guard let index = arming(alarm) else { return .needless }
        // A mark from the future was made before the clock was set back.
        if let since = incoming[index].armingSince, since <= now, now - since < LocalDevice.armingTime {
            return .underWay
        }
        incoming[index].armingSince = now
        return .begun
    }

    fileprivate mutating func endArming(_ alarm: IncomingAlarm, armedAt now: Instant? = nil) -> ArmingOutcome {
        guard let index = arming(alarm) else { return .overtaken }
        incoming[index].armingSince = nil
        if let now {
            incoming[index].phase = .armed
            incoming[index].since = now
        }
        return .armed
    }
}
