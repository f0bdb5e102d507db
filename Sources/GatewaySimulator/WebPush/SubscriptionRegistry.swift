import AlarmCore

/// The subscriptions of browsers, and the messages that are stored for those that are offline.
struct SubscriptionRegistry {
    /// One browser's subscription.
    struct Subscription {
        /// The only key that may push to it; nil for any.
        var applicationServerKey: [UInt8]?
        /// Whether it has ended: from then on 410.
        var hasEnded = false
        var isOnline = true
        fileprivate(set) var stored: [StoredMessage] = []
    }

    /// A message that waits for a browser.
    struct StoredMessage {
        var push: ReceivedPush
        var topic: String?
        var deadline: Instant
    }

    private var subscriptions: [String: Subscription] = [:]

    subscript(id: String) -> Subscription? { subscriptions[id] }

    mutating func add(_ id: String, applicationServerKey: [UInt8]?) {
        subscriptions[id] = Subscription(applicationServerKey: applicationServerKey)
    }

    /// Ends a subscription; false if it is not known.
    mutating func end(_ id: String) -> Bool {
        guard subscriptions[id] != nil else { return false }
        subscriptions[id]?.hasEnded = true
        subscriptions[id]?.stored = []
        return true
    }

    /// Refuses a message to an unknown or ended subscription, or of another sender than the one it was made for.
    func check(_ id: String, sender: [UInt8]) throws(WebPushRejection) {
        guard let subscription = subscriptions[id] else { throw WebPushRejection(404, "no such subscription") }
        guard !subscription.hasEnded else { throw WebPushRejection(410, "the subscription has ended") }
        if let key = subscription.applicationServerKey, key != sender {
            throw WebPushRejection(403, "the subscription is for another key")
        }
    }

    /// Takes a message; true if it reaches the browser at once, else it is stored, in place of one with its topic.
    mutating func accept(_ push: ReceivedPush, _ message: WebPushMessage, to id: String) -> Bool {
        guard let subscription = subscriptions[id], !subscription.isOnline else { return true }
        guard message.ttl > .zero else { return false }
        if let topic = message.topic { subscriptions[id]?.stored.removeAll { $0.topic == topic } }
        subscriptions[id]?.stored.append(
            StoredMessage(push: push, topic: message.topic, deadline: push.receivedAt + message.ttl)
        )
        return false
    }

    /// Sets a browser online or offline; returns the messages that reach it now, oldest first.
    mutating func setOnline(_ isOnline: Bool, _ id: String, at now: Instant) -> [ReceivedPush] {
        guard let subscription = subscriptions[id] else { return [] }
        subscriptions[id]?.isOnline = isOnline
        guard isOnline else { return [] }
        subscriptions[id]?.stored = []
        return subscription.stored.filter { now < $0.deadline }.map(\.push)
    }
}
