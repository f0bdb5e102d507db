import AlarmCore
import AlarmWire

/// The meaning of a push or an event.
public enum Received: Hashable, Sendable {
    /// An alarm, and its plan.
    case alarm(IncomingAlarm, AlarmPlan)
    /// News of an alarm that asks for nothing.
    case notice(AlarmNotice)
    /// An unreadable push, with the reason; its plan is ``AlarmPlanner/planForUnreadable``, because ringing is better
    /// than silence.
    case unreadable(String)

    /// The plan.
    public var plan: AlarmPlan {
        switch self {
        case .alarm(_, let plan): plan
        case .notice: .ignore(.notice)
        case .unreadable: AlarmPlanner.planForUnreadable
        }
    }
}

extension LocalDevice {
    /// Opens a push's payload, decides what to do about it, and stores the decision.
    ///
    /// Never refuses: an unreadable push rings too.
    ///
    /// - Parameter payload: the whole JSON, `{"aps":…,"alarm":…}`.
    /// - Returns: the meaning of the push, and its plan.
    /// - Throws: ``DeviceError/profile(_:)`` when the decision could not be stored.
    public func open(push payload: [UInt8]) throws(DeviceError) -> Received {
        let push: ReceivedAlarmPush
        do {
            push = try ReceivedAlarmPush(payload: payload)
        } catch {
            return .unreadable("\(error)")
        }
        return try receive(push)
    }

    /// Opens the `alarm` object of an event; for a text sealed with an unknown key, fetches introductions first.
    func open(event text: String) async throws(DeviceError) -> Received {
        let push: ReceivedAlarmPush
        do {
            push = try ReceivedAlarmPush(alarm: JSONValue(parsing: Array(text.utf8)))
        } catch {
            return .unreadable("\(error)")
        }
        await learnKeys(for: push.alarm.sealed.map { [$0] } ?? [])
        return try receive(push)
    }

    /// Fetches introductions in the circles of texts that are sealed with an unknown key.
    ///
    /// If that fails, the texts are shown as sealed with an unknown key.
    func learnKeys(for words: [MemberWords]) async {
        let unknown = words.filter { words in
            guard case .failure(let refusal) = profile.open(words) else { return false }
            return refusal.doubt == .unknownKey
        }
        for circle in Set(unknown.map(\.circle)) { _ = try? await learnKeys(of: circle) }
    }

    func receive(_ received: ReceivedAlarmPush) throws(DeviceError) -> Received {
        let now = now
        let configuration = configuration
        return try update { profile in
            guard !received.alarm.stage.isNotice else { return .notice(profile.open(notice: received.alarm, at: now)) }
            let alarm = profile.open(received, at: now)
            return .alarm(alarm, profile.take(alarm, by: configuration, at: now))
        }
    }
}

extension Profile {
    /// Decides about an alarm and records the decision.
    mutating func take(
        _ alarm: IncomingAlarm,
        by configuration: LocalDevice.Configuration,
        at now: Instant
    ) -> AlarmPlan {
        let plan = AlarmPlanner.plan(
            alarm,
            known: self.alarm(alarm.id),
            system: AlarmPlanner.SystemAlarmCapacity(
                isAvailable: capabilities.alarmKit,
                limit: configuration.systemAlarmLimit,
                registered: armedCount,
                keepsNotifications: configuration.keepsNotifications ?? (platform == .apns)
            ),
            hasUnsentAnswer: unsentReceipts.contains { $0.id == alarm.id && $0.receipt.report.isAnswer },
            at: now
        )
        if let next = plan.next {
            incoming.removeAll { $0.id == next.id }
            incoming.append(next)
        }
        return plan
    }
}

extension AlarmReceipt.Report {
    /// Whether the person has said that the alarm is to ring no more, or without a sound.
    fileprivate var isAnswer: Bool {
        switch self {
        case .acknowledged, .dismissed, .completed: true
        case .received, .armed, .ringing, .snoozed: false
        }
    }
}
