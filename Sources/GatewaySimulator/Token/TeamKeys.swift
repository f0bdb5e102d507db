import Sealing

/// The team keys that the gateway knows, by key identifier.
struct TeamKeys {
    /// One registered key: how to verify its tokens, and what its owner may do.
    struct Entry {
        var publicKey: ES256.PublicKey
        var teamID: String
        var environments: Set<GatewaySimulator.Environment>
    }

    private var entries: [String: Entry] = [:]
    private var topics: [String: Set<String>] = [:]

    subscript(keyID: String) -> Entry? { entries[keyID] }

    mutating func add(_ entry: Entry, keyID: String, topics: Set<String>) {
        entries[keyID] = entry
        self.topics[entry.teamID, default: []].formUnion(topics)
    }

    mutating func remove(keyID: String) {
        entries[keyID] = nil
    }

    /// Whether the team owns the app that `topic` belongs to, whatever suffix the push type adds.
    func allows(team: String, topic: String, type: PushType) -> Bool {
        guard let topics = topics[team] else { return false }
        return topics.contains(topic) || topics.contains(String(topic.dropLast(type.topicSuffix.count)))
    }
}
