import AlarmCore
import Engine
import Features
import Logging
import Sealing
import Storage

/// Runs `body` with an engine beside a relay that may be running on the same database.
///
/// The engine has neither gateways nor the operator's policies, so it must not decide about alarms.
///
/// - Throws: `RelayError`, `StoreError` or `KeyringError`, which each say what to do; or the error of `body`.
func withOfflineEngine<Result: Sendable>(
    _ configuration: RelayConfiguration,
    clock: any RelayClock,
    random: RandomSource = .system,
    _ body: (Engine) async throws -> Result
) async throws -> Result {
    let storage = try await OpenedStorage.open(configuration, as: .visitor, now: clock.now())
    let path = configuration.keyring
    let protection: Keyring.FileProtection = configuration.isCredential(path) ? .serviceManager : .ownerOnly
    let store = FencedStore(base: storage.store, activeID: storage.keyring.activeID) {
        try Keyring.load(from: path, protection: protection).activeID
    }
    let engine = Engine(
        store: store,
        clock: store.isShared ? StoreClock(on: clock) : clock,
        zones: ZoneDirectory(path: configuration.zoneinfo),
        vault: Vault(keyring: storage.keyring),
        gateways: Gateways(),
        kinds: .builtIn,
        limits: configuration.limits,
        random: random,
        logger: configuration.makeLogger()
    )
    do {
        try await engine.readStoreTime()
        let result = try await body(engine)
        await storage.store.close()
        return result
    } catch {
        await storage.store.close()
        throw error
    }
}
