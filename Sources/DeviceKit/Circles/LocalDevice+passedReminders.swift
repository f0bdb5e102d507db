import AlarmCore
public import AlarmWire

/// Reminders of somebody who has left a family, which a parent has taken over.
public struct PassedReminders: Hashable, Sendable {
    /// The family.
    public let circle: CircleView
    /// The name of the parent who has the reminders now; nil where they have none.
    public let heir: String?
    /// The number of open reminders.
    public let count: Int

    /// Makes what `news` of a family tells; nil where no reminders were passed on.
    public init?(_ news: FamilyNews, in circle: CircleView) {
        guard news.handedOver > 0 else { return nil }
        self.circle = circle
        heir = news.heir
        count = news.handedOver
    }
}

extension LocalDevice {
    /// Reminders that were passed on since this person came into a family, and of which this device has not told yet; it
    /// has from then on.
    ///
    /// - Parameter circles: circles of this person, as the relay has just told them.
    /// - Returns: what was passed on, the earliest first.
    /// - Throws: ``DeviceError/profile(_:)``.
    public func takePassedReminders(in circles: [CircleView]) throws(DeviceError) -> [PassedReminders] {
        let told = profile.passedRemindersTold
        var found: [(at: Instant, passed: PassedReminders)] = []
        for circle in circles where circle.kind == .family {
            guard let own = circle.members.first(where: \.isSelf) else { continue }
            for news in circle.news where news.at >= own.since && told.map({ $0 < news.at }) ?? true {
                if let passed = PassedReminders(news, in: circle) { found.append((news.at, passed)) }
            }
        }
        found.sort { $0.at < $1.at }
        guard let latest = found.last?.at else { return [] }
        try update { $0.passedRemindersTold = latest }
        return found.map(\.passed)
    }
}
