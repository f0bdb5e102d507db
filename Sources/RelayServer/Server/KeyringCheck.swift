import AlarmCore
import Sealing
import Storage

/// Keeps in a database by which keyring it is sealed, so that a start with another one refuses (PA1 section 9).
///
/// One value: for every key that has ever been active, its id and its check value; and one for the lookup key. Without this,
/// a wrong keyring would show only when the first alarm has to ring.
struct KeyringCheck {
    private static let keysName = "keyring.keys"
    private static let lookupName = "keyring.lookup"
    private static let checkBytes = 16
    private static let idBytes = 4

    /// What a database remembers of its keyring.
    struct Memory: Hashable, Sendable {
        /// The check values of the keys, by id.
        var keys: [KeyID: [UInt8]] = [:]
        /// The check value of the lookup key.
        var lookup: [UInt8]?

        /// Whether anything was ever sealed.
        var isEmpty: Bool { keys.isEmpty && lookup == nil }
    }

    /// What the database remembers.
    static func memory(in store: any Store) async throws -> Memory {
        try await store.read { snapshot in
            Memory(keys: decode(try snapshot.value(keysName) ?? []), lookup: try snapshot.value(lookupName))
        }
    }

    /// Refuses a keyring that is not the one remembered, then remembers its active key.
    ///
    /// - Throws: `KeyringError.missingKey`, `.wrongKey`, `.wrongLookupKey`.
    static func verify(_ keyring: Keyring, against memory: Memory, in store: any Store) async throws {
        for (id, check) in memory.keys.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            try keyring.verify(checkValue: check, for: id)
        }
        let lookup = try keyring.lookupCheckValue()
        if let remembered = memory.lookup {
            try keyring.verify(lookupCheckValue: remembered)
        }
        guard memory.keys[keyring.activeID] == nil || memory.lookup == nil else { return }
        var keys = memory.keys
        keys[keyring.activeID] = try keyring.checkValue(for: keyring.activeID)
        let encoded = encode(keys)
        try await store.write { transaction in
            try transaction.setValue(encoded, for: keysName)
            try transaction.setValue(lookup, for: lookupName)
        }
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
