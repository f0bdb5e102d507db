import AlarmCore
import Sealing
import Storage

/// Records in a database which keyring seals it, so that a start with another keyring is refused (PA1 section 9).
///
/// The record is one value with the id and the check value of every key that has ever been active, and one for the
/// lookup key. Without it, a wrong keyring would show only when the first alarm has to ring.
struct KeyringCheck {
    /// The value that names the new key of a rotation, until the rotation is complete.
    static let rotationName = "keyring.rotation"
    private static let keysName = "keyring.keys"
    private static let lookupName = "keyring.lookup"
    private static let checkBytes = 16
    private static let idBytes = 4

    /// A database's record of its keyring.
    struct Memory: Hashable, Sendable {
        /// The check values of the keys, by id.
        var keys: [KeyID: [UInt8]] = [:]
        /// The check value of the lookup key.
        var lookup: [UInt8]?

        /// Whether the database has no record.
        var isEmpty: Bool { keys.isEmpty && lookup == nil }
    }

    /// Reads the record from a store.
    static func memory(in store: any Store) async throws -> Memory {
        try await store.read { try memory(in: $0) }
    }

    private static func memory(in snapshot: any Snapshot) throws -> Memory {
        Memory(keys: decode(try snapshot.value(keysName) ?? []), lookup: try snapshot.value(lookupName))
    }

    /// Refuses a keyring that does not match the record, then records its active key.
    ///
    /// Of two relays that start on an empty database at the same time, each with a keyring of its own, one records its
    /// keyring, and the other is refused.
    ///
    /// - Throws: `KeyringError.missingKey`, `.wrongKey`, `.wrongLookupKey`.
    static func verify(_ keyring: Keyring, against memory: Memory, in store: any Store) async throws {
        try compare(keyring, with: memory)
        guard memory.keys[keyring.activeID] == nil || memory.lookup == nil else { return }
        let check = try keyring.checkValue(for: keyring.activeID)
        let lookup = try keyring.lookupCheckValue()
        try await store.write { transaction in
            // Read again, because a rotation, or another relay, may have changed the record since.
            var present = try Self.memory(in: transaction)
            try compare(keyring, with: present)
            present.keys[keyring.activeID] = check
            try transaction.setValue(encode(present.keys), for: keysName)
            try transaction.setValue(lookup, for: lookupName)
        }
    }

    private static func compare(_ keyring: Keyring, with memory: Memory) throws(KeyringError) {
        for (id, check) in memory.keys.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            try keyring.verify(checkValue: check, for: id)
        }
        if let lookup = memory.lookup { try keyring.verify(lookupCheckValue: lookup) }
    }

    /// Records the keyring's active key alone, so that the others are no longer required.
    static func forgetOldKeys(of keyring: Keyring, in store: any Store) async throws {
        let keys = [keyring.activeID: try keyring.checkValue(for: keyring.activeID)]
        try await store.write { try $0.setValue(encode(keys), for: keysName) }
    }

    private static func encode(_ keys: [KeyID: [UInt8]]) -> [UInt8] {
        keys.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { id, check in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: id.rawValue >> UInt32($0)) } + check
        }
    }

    private static func decode(_ bytes: [UInt8]) -> [KeyID: [UInt8]] {
        let length = idBytes + checkBytes
        var keys: [KeyID: [UInt8]] = [:]
        for start in stride(from: 0, to: bytes.count - bytes.count % length, by: length) {
            let id = bytes[start..<start + idBytes].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            keys[KeyID(rawValue: id)] = Array(bytes[start + idBytes..<start + length])
        }
        return keys
    }
}
