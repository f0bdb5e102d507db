package import AlarmCore
package import AlarmWire
import CurlClient
package import Engine

/// Has the running relay delete everything that a person gave, as the person could.
///
/// The relay has to run: it takes alarms back from phones that have armed them, and no other process may change what it
/// holds in memory. It is asked with a pass that is good for a minute.
///
/// - Parameters:
///   - person: the person.
///   - configuration: names the database.
///   - relay: the relay to ask.
///   - clock: the clock by which the pass expires.
/// - Returns: the account of what was deleted.
/// - Throws: `RelayError.notRunning(url:reason:)`, `.otherRelay(url:)`, `.unknownPerson(_:)`, `.noDatabase(path:)`;
///   `StoreError` or `KeyringError`; each says what to do.
package func removePerson(
    _ person: PersonID,
    configuration: RelayConfiguration,
    from relay: LocalRelay,
    clock: any RelayClock = SystemClock()
) async throws -> DeletionReceipt {
    try configuration.requireDatabase()
    let pass = try await withOfflineEngine(configuration, clock: clock) { try await OperatorCode.makePass(in: $0) }
    let path = PageRoutes.operatorPerson.replacing("{person}", with: "\(person)")
    let answer: LocalRelay.Answer
    do throws(CurlError) {
        answer = try await relay.ask(path, method: "DELETE", bearer: pass)
    } catch {
        throw RelayError.notRunning(url: relay.base, reason: "\(error)")
    }
    switch answer.status {
    case 200:
        if let receipt = try? DeletionReceipt(json: answer.body, at: "") { return receipt }
        throw RelayError.notRunning(url: relay.base, reason: "its answer is no relay's")
    case 403: throw RelayError.otherRelay(url: relay.base)
    case 404: throw RelayError.unknownPerson(person)
    default: throw RelayError.notRunning(url: relay.base, reason: "it answered with HTTP \(answer.status)")
    }
}
