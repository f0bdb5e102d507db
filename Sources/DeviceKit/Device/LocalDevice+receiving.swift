import AlarmCore
import AlarmWire

/// What a push or an event turned out to be.
public enum Received: Hashable, Sendable {
    /// An alarm, and what to do about it.
    case alarm(IncomingAlarm, AlarmPlan)
    /// News.
    case notice(AlarmNotice)
    /// Nothing that could be read, and why; its plan is ``AlarmPlanner/planForUnreadable``: loud, never silent.
    case unreadable(String)

    /// What to do.
    public var plan: AlarmPlan {
        switch self {
        case .alarm(_, let plan): plan
        case .notice: .ignore(.notice)
        case .unreadable: AlarmPlanner.planForUnreadable
        }
    }
}

extension LocalDevice {
    /// Opens a push's payload, decides what to do about it, and remembers that.
    ///
    /// Never refuses: a push that makes no sense rings too.
    ///
    /// - Parameter payload: the whole JSON, `{"aps":…,"alarm":…}`.
    /// - Returns: what it is, and what to do about it.
    /// - Throws: ``DeviceError/profile(_:)`` when the outcome could not be kept.
    public func open(push payload: [UInt8]) throws(DeviceError) -> Received {
        let push: ReceivedAlarmPush
        do {
            push = try ReceivedAlarmPush(payload: payload)
        } catch {
            return .unreadable("\(error)")
        }
        return try receive(push)
    }

    /// Opens the `alarm` object of an event; for words of somebody whose key is not known it asks for introductions first.
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

    /// Asks for introductions in the circles where words are under a key that is not known.
    ///
    /// Where that does not work, the words are shown as what they are: sealed with an unknown key.
    func learnKeys(for words: [MemberWords]) async {
        let unknown = words.filter { words in
            guard case .failure(let refusal) = profile.open(words) else { return false }
            return refusal.doubt == .unknownKey
        }
        for circle in Set(unknown.map(\.circle)) { _ = try? await learnKeys(of: circle) }
    }

    private func receive(_ received: ReceivedAlarmPush) throws(DeviceError) -> Received {
        let now = now
        let limit = configuration.systemAlarmLimit
        return try update { profile in
            guard !received.alarm.stage.isNotice else { return .notice(profile.open(notice: received.alarm, at: now)) }
            let alarm = profile.open(received, at: now)
            return .alarm(alarm, profile.take(alarm, systemAlarmLimit: limit, at: now))
        }
    }
}

extension Profile {
    /// Decides about an alarm and remembers the decision.
    mutating func take(_ alarm: IncomingAlarm, systemAlarmLimit: Int?, at now: Instant) -> AlarmPlan {
        let plan = AlarmPlanner.plan(
            alarm,
            known: self.alarm(alarm.id),
            system: AlarmPlanner.SystemAlarms(
                isAvailable: capabilities.alarmKit,
                limit: systemAlarmLimit,
                registered: armedCount
            ),
            at: now
        )
        if let next = plan.next {
            incoming.removeAll { $0.id == next.id }
            incoming.append(next)
        }
        return plan
    }
}
