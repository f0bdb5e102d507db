import AlarmCore
import Engine
import Logging
import Sealing
import Storage
import StorageSQLite

/// Lends `body` an engine beside a relay that may be running on the same database: one without gateways and without an
/// operator's policies, so none that may decide about alarms.
///
/// - Throws: `RelayError`, `StoreError` or `KeyringError`, which all say what to do; or what `body` throws.
func visitStore<Result: Sendable>(
    _ configuration: RelayConfiguration,
    clock: any RelayClock,
    random: Chance = .system,
    _ body: (Engine) async throws -> Result
) async throws -> Result {
    let house = try await House.open(configuration, as: .visitor, now: clock.now())
    let engine = Engine(
        store: house.store,
        clock: clock,
        zones: ZoneDirectory(path: configuration.zoneinfo),
        vault: Vault(keyring: house.keyring),
        gateways: Gateways(),
        limits: configuration.limits,
        random: random,
        logger: configuration.makeLogger()
    )
    do {
        let result = try await body(engine)
        await house.store.close()
        return result
    } catch {
        await house.store.close()
        throw error
    }
}
