public import AlarmCore

/// The keys that seal stored data, held outside the database (PA1 section 9).
///
/// One key is active and seals; the others only open data that has not been resealed yet. A further key, which never
/// changes, makes lookup values.
public struct Keyring: Sendable, Equatable, Redacting {
    /// One key, without its bytes.
    public struct Entry: Sendable, Equatable {
        /// The key's id.
        public let id: KeyID
        /// The time at which it was made.
        public let created: Instant
        /// The key itself.
        let key: SymmetricKey
    }

    /// All keys, the oldest first.
    public private(set) var entries: [Entry]
    /// The key that seals.
    public private(set) var activeID: KeyID
    /// The key of lookup values.
    let lookupKey: SymmetricKey
    /// The key by which push services of browsers know the relay; nil in a keyring that was made without one.
    public private(set) var webPush: WebPushKey?

    /// The caller ensures that ids are unique and that `activeID` is one of them.
    init(entries: [Entry], activeID: KeyID, lookupKey: SymmetricKey, webPush: WebPushKey? = nil) {
        self.entries = entries
        self.activeID = activeID
        self.lookupKey = lookupKey
        self.webPush = webPush
    }

    /// Makes a keyring of one key, and one for Web Push.
    ///
    /// - Throws: `KeyringError.sealing` if the system has no randomness.
    public static func generate(at now: Instant) throws(KeyringError) -> Keyring {
        do {
            let entry = Entry(id: randomID(), created: now, key: try SymmetricKey.random())
            return Keyring(
                entries: [entry],
                activeID: entry.id,
                lookupKey: try SymmetricKey.random(),
                webPush: try WebPushKey(created: now, privateKey: ES256.PrivateKey())
            )
        } catch {
            throw .sealing(error)
        }
    }

    /// Adds the key for Web Push where there is none.
    ///
    /// A rotation leaves an existing one as it is: browsers tie their subscriptions to it, and would all have to
    /// subscribe again.
    ///
    /// - Returns: whether it was added.
    /// - Throws: `KeyringError.sealing` if the system has no randomness.
    @discardableResult
    public mutating func addWebPushKey(at now: Instant) throws(KeyringError) -> Bool {
        guard webPush == nil else { return false }
        do {
            webPush = try WebPushKey(created: now, privateKey: ES256.PrivateKey())
        } catch {
            throw .sealing(error)
        }
        return true
    }

    /// Adds a new key and makes it the active one; the former one stays to open data that it sealed.
    ///
    /// Adds a key for Web Push as well where there is none.
    ///
    /// - Returns: the new key's id.
    /// - Throws: `KeyringError.sealing` if the system has no randomness.
    @discardableResult
    public mutating func rotate(at now: Instant) throws(KeyringError) -> KeyID {
        var id = Self.randomID()
        while self[id] != nil { id = Self.randomID() }
        do {
            entries.append(Entry(id: id, created: now, key: try SymmetricKey.random()))
        } catch {
            throw .sealing(error)
        }
        try addWebPushKey(at: now)
        activeID = id
        return id
    }

    /// Removes a key under which nothing is sealed any more.
    ///
    /// - Throws: `KeyringError.activeKey`, `.missingKey`.
    public mutating func remove(_ id: KeyID) throws(KeyringError) {
        guard id != activeID else { throw .activeKey(id) }
        guard let index = entries.firstIndex(where: { $0.id == id }) else { throw .missingKey(id) }
        entries.remove(at: index)
    }

    /// The key with the given id, or nil.
    subscript(id: KeyID) -> Entry? {
        entries.first { $0.id == id }
    }

    /// The key with the given id.
    func entry(_ id: KeyID) throws(KeyringError) -> Entry {
        guard let entry = self[id] else { throw .missingKey(id) }
        return entry
    }

    private static func randomID() -> KeyID {
        var generator = SecureRandom()
        return KeyID(rawValue: generator.next())
    }
}
