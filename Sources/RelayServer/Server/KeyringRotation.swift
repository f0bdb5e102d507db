package import AlarmCore
import Engine
package import Sealing
package import Storage

/// Moves every sealed value to a new key (PA1 section 9).
///
/// 1. The database records the new key, and the keyring's file gets it as its active key.
/// 2. Page by page, one transaction each, every sealed value is resealed.
/// 3. Once no value is sealed under an old key, the database forgets the old keys and the file loses them.
///
/// After a crash at any step the file still holds every key in use, so that a relay can start; another rotation then
/// continues with the same key. The lookup key stays as it is, and with it everything that is found by a keyed hash:
/// registrations, enrolment codes, partner tokens, links.
///
/// The caller holds the database alone, so that no other process writes sealed values meanwhile; see ``FencedStore``.
package struct KeyringRotation: Sendable {
    /// A completed step of a rotation.
    package enum Step: Hashable, Sendable {
        /// The keyring has a new active key.
        case added(KeyID)
        /// An earlier rotation made the active key and was interrupted.
        case resumed(KeyID)
        /// Every value is sealed under the active key; carries the number resealed in this run.
        case sealedAnew(Int)
        /// These keys were removed from the keyring.
        case removed([KeyID])
    }

    private let store: any Store
    /// The number of values that one transaction reseals.
    private let pageSize: Int
    /// Replaces the keyring's file atomically.
    private let save: @Sendable (Keyring) throws -> Void

    package init(store: any Store, pageSize: Int = 64, save: @escaping @Sendable (Keyring) throws -> Void) {
        self.store = store
        self.pageSize = pageSize
        self.save = save
    }

    /// Rotates, or continues an interrupted rotation.
    ///
    /// - Parameters:
    ///   - keyring: the keyring in the file, which matches the database.
    ///   - keepsOld: whether the old keys stay in the file.
    ///   - now: the creation time of a new key.
    ///   - report: receives each step once it is done.
    /// - Returns: the keyring in the file afterwards.
    /// - Throws: what the store or the file threw; `RelayError.unopenable` for a value that no key opens. The keyring
    ///   then still
    ///   holds all required keys.
    @discardableResult
    package func run(
        _ keyring: Keyring,
        keepingOld keepsOld: Bool = false,
        at now: Instant,
        report: (Step) -> Void = { _ in }
    ) async throws -> Keyring {
        var keyring = keyring
        if try await store.read({ try $0.value(KeyringCheck.rotationName) }) == Self.mark(keyring) {
            report(.resumed(keyring.activeID))
        } else {
            try keyring.rotate(at: now)
            try await note(Self.mark(keyring))
            try save(keyring)
            report(.added(keyring.activeID))
        }
        try await KeyringCheck.verify(keyring, against: KeyringCheck.memory(in: store), in: store)
        let count = try await sealAnew(Vault(keyring: keyring))
        let left = try await oldKeysInUse(keyring)
        guard left.isEmpty else { throw RelayError.keysInUse(left) }
        // Overwritten values must leave the journal before anybody relies on a key being gone.
        try await store.scrub()
        report(.sealedAnew(count))
        if !keepsOld { try await removeOldKeys(from: &keyring, report) }
        try await SharedKeyring.recordWebPushKey(of: keyring, in: store)
        try await note(nil)
        return keyring
    }

    private static func mark(_ keyring: Keyring) -> [UInt8] { Array(keyring.activeID.description.utf8) }

    private func note(_ mark: [UInt8]?) async throws {
        try await store.write { try $0.setValue(mark, for: KeyringCheck.rotationName) }
    }

    /// Reseals every value that is not sealed under the active key, and returns their number.
    private func sealAnew(_ vault: Vault) async throws -> Int {
        var count = 0
        for column in Vault.sealedColumns {
            var last: SealedValue.Place?
            repeat {
                let after = last
                let page = try await store.write { transaction in
                    try sealPage(column, after: after, vault, in: transaction)
                }
                (last, count) = (page.last, count + page.count)
            } while last != nil
        }
        return count
    }

    private func sealPage(
        _ column: SealedColumn,
        after: SealedValue.Place?,
        _ vault: Vault,
        in transaction: any Transaction
    ) throws -> (last: SealedValue.Place?, count: Int) {
        let values = try transaction.sealedValues(column, after: after, limit: pageSize)
        var count = 0
        for value in values {
            let sealed: [UInt8]?
            do throws(KeyringError) {
                sealed = try vault.rewrap(value)
            } catch {
                // A provider token that cannot be opened counts as missing: the next push creates another.
                guard case .value(let key) = value.place else {
                    throw RelayError.unopenable(value.place.words, reason: error.description)
                }
                try transaction.setValue(nil, for: key)
                continue
            }
            if let sealed, try transaction.replace(value, with: sealed) { count += 1 }
        }
        return (values.last?.place, count)
    }

    /// Returns the keys, except the active one, under which a value is still sealed.
    private func oldKeysInUse(_ keyring: Keyring) async throws -> [KeyID] {
        var keys: Set<KeyID> = []
        for column in Vault.sealedColumns {
            var last: SealedValue.Place?
            repeat {
                let after = last
                let page = try await store.read { try $0.sealedValues(column, after: after, limit: pageSize) }
                keys.formUnion(page.compactMap { Keyring.keyID(of: $0.bytes) })
                last = page.last?.place
            } while last != nil
        }
        return keys.subtracting([keyring.activeID]).sorted { $0.rawValue < $1.rawValue }
    }

    /// Removes all keys but the active one; first from the database's record, which the next start would check.
    private func removeOldKeys(from keyring: inout Keyring, _ report: (Step) -> Void) async throws {
        let active = keyring.activeID
        let old = keyring.entries.map(\.id).filter { $0 != active }
        try await KeyringCheck.forgetOldKeys(of: keyring, in: store)
        guard !old.isEmpty else { return }
        for id in old { try keyring.remove(id) }
        try save(keyring)
        report(.removed(old))
    }
}

extension SealedValue.Place {
    /// The place, for a message to an operator.
    var words: String {
        switch self {
        case .deviceKey(let id): "the key of device \(id)"
        case .deviceAddress(let id): "the address of device \(id)"
        case .answer(let device, _): "an answer to device \(device)"
        case .document(let kind, let id): "the \(kind.rawValue) document \(id)"
        case .value(let key): "the value \(key)"
        }
    }
}
