package import AlarmCore
package import Sealing

/// Adds a key for Web Push to the relay's keyring, unless it has one.
///
/// - Parameters:
///   - configuration: names the keyring.
///   - now: the creation time of the key.
/// - Returns: the keyring in the file afterwards, and whether the key is new.
/// - Throws: `RelayError.keyringIsCredential`, `KeyringError`; each says what to do.
package func addWebPushKey(
    configuration: RelayConfiguration,
    now: Instant
) throws -> (keyring: Keyring, isNew: Bool) {
    let path = configuration.keyring
    let isCredential = configuration.isCredential(path)
    var keyring = try Keyring.load(from: path, protection: isCredential ? .serviceManager : .ownerOnly)
    guard keyring.webPush == nil else { return (keyring, false) }
    guard !isCredential else { throw RelayError.keyringIsCredential(path: path) }
    try keyring.addWebPushKey(at: now)
    try keyring.replace(at: path)
    return (keyring, true)
}
