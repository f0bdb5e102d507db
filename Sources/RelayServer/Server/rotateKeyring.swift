import AlarmCore
package import Engine
import Foundation
import Sealing
import Storage

/// Gives the relay's keyring a new key and reseals the whole database under it; the relay must not run meanwhile.
///
/// - Parameters:
///   - configuration: names the database and the keyring.
///   - keepsOld: whether the old keys stay in the keyring.
///   - clock: gives the creation time of the key.
///   - report: receives each step once it is done.
/// - Throws: `StoreError.locked` or `RelayError.relaysRun` while a relay runs; `RelayError`, `StoreError` or `KeyringError`; each says what to
///   do.
package func rotateKeyring(
    configuration: RelayConfiguration,
    keepingOld keepsOld: Bool = false,
    clock: any RelayClock = SystemClock(),
    report: (KeyringRotation.Step) -> Void = { _ in }
) async throws {
    let path = configuration.keyring
    guard !configuration.isCredential(path) else { throw RelayError.keyringIsCredential(path: path) }
    // Opening would create a database.
    try configuration.requireDatabase()
    let storage = try await OpenedStorage.open(configuration, as: .sole, now: clock.now())
    do {
        try removeDrafts(ofKeyringAt: path)
        let rotation = KeyringRotation(store: storage.store) { try $0.replace(at: path) }
        try await rotation.run(storage.keyring, keepingOld: keepsOld, at: clock.now(), report: report)
    } catch {
        await storage.store.close()
        throw error
    }
    await storage.store.close()
}

/// Removes drafts of a killed rotation; no other process writes them while this one holds the database.
private func removeDrafts(ofKeyringAt path: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    for name in names where Keyring.isDraft(name, ofKeyringAt: path) {
        try FileManager.default.removeItem(at: folder.appending(path: name))
    }
}
