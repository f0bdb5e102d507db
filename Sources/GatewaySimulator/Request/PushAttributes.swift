import AlarmCore

/// What the headers of a valid request say about its push.
struct PushAttributes: Hashable {
    var topic: String
    var type: PushType
    var priority: Int
    var expiration: Expiration
}

/// How long the gateway keeps a push for a device that is offline: the header `apns-expiration`.
enum Expiration: Hashable {
    /// No header: Apple keeps it for up to 30 days.
    case `default`
    /// The value 0: one attempt, nothing kept.
    case immediate
    /// Kept until this moment.
    case at(Instant)

    /// The last moment at which a push received at `now` may be delivered, or nil if it may not be kept at all.
    func deadline(receivedAt now: Instant) -> Instant? {
        switch self {
        case .default: now + .days(30)
        case .immediate: nil
        case .at(let instant): instant
        }
    }
}
