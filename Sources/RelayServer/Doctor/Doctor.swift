import CurlClient
package import Engine
import Sealing

/// Examines everything that a relay needs on its machine, and says of each thing what to do.
///
/// Nothing is changed, apart from a provider token for Apple's gateway, which the relay would make as well, and nobody
/// is rung or written to. A relay may be running meanwhile.
package struct Doctor: Sendable {
    let configuration: RelayConfiguration
    let clock: any RelayClock

    package init(_ configuration: RelayConfiguration, clock: any RelayClock = SystemClock()) {
        self.configuration = configuration
        self.clock = clock
    }

    /// Examines one thing after the other.
    ///
    /// - Parameter report: receives each finding as soon as there is one.
    /// - Returns: all findings, in the order of ``Diagnosis/Subject``.
    /// - Throws: `CurlError.exhausted` where this process lacks what it needs to ask anybody.
    @discardableResult
    package func examine(_ report: (Diagnosis) -> Void = { _ in }) async throws -> [Diagnosis] {
        let client = try CurlClient(configuration: CurlClient.Configuration(connectTimeout: .seconds(5)))
        var findings: [Diagnosis] = []
        func note(_ diagnosis: Diagnosis) {
            findings.append(diagnosis)
            report(diagnosis)
        }
        let keyring = try? configuration.loadKeyring()
        note(await examineKeyring())
        note(examinePermissions())
        note(await examineDatabase())
        note(examineDisk())
        note(examineClock())
        note(examineZones())
        note(examineCertificate())
        note(try await examineRelay())
        note(await examineOrigin(keyring, by: client))
        note(await examineProxy(by: client))
        note(await examineGateway(keyring, by: client))
        note(examineWebPush(keyring))
        note(await examineMail())
        note(await examineSMS(by: client))
        note(await examineCalls(by: client))
        await client.shutdown()
        return findings
    }
}
