import AlarmCore
import Engine
import Logging
import Synchronization

/// Reads again, while the relay runs, what may change without a restart: certificate, log level and policies.
///
/// Each is read by itself: one that cannot be used stays as it was, and keeps no other from being taken.
package final class SettingsReloader: Sendable {
    private struct InForce {
        /// The last configuration that could be read.
        var configuration: RelayConfiguration
        var policies: [String: EscalationPolicy]
    }

    private let engine: Engine
    private let certificates: ServerCertificates?
    private let threshold: LogThreshold
    private let manager: ServiceManager?
    /// The configuration with which the relay has started: what it says of everything else stays in force.
    private let started: RelayConfiguration
    private let inForce: Mutex<InForce>
    private let isServing = Mutex(false)
    private var logger: Logger { engine.logger }

    init(
        _ configuration: RelayConfiguration,
        policies: [String: EscalationPolicy],
        engine: Engine,
        certificates: ServerCertificates?,
        threshold: LogThreshold,
        manager: ServiceManager?
    ) {
        self.engine = engine
        self.certificates = certificates
        self.threshold = threshold
        self.manager = manager
        started = configuration
        inForce = Mutex(InForce(configuration: configuration, policies: policies))
    }

    /// Notes that the relay answers; until then its service manager is told nothing.
    func serve() {
        isServing.withLock { $0 = true }
    }

    /// Takes what has changed; logs the changes, and what cannot be used with the place of the fault.
    ///
    /// - Parameter read: reads the configuration from where the relay had it from.
    package func reload(_ read: () throws -> RelayConfiguration) {
        let manager = isServing.withLock(\.self) ? manager : nil
        manager?.tell(.reloading, logger: logger)
        let changes = inForce.withLock { inForce in
            takeConfiguration(read, &inForce) + takePolicies(&inForce) + takeCertificate()
        }
        logger.notice(
            "the settings were read again",
            metadata: ["changed": "\(changes.isEmpty ? "nothing" : changes.joined(separator: "; "))"]
        )
        manager?.tell(.ready, logger: logger)
    }

    private func takeConfiguration(
        _ read: () throws -> RelayConfiguration,
        _ inForce: inout InForce
    ) -> [String] {
        let former = inForce.configuration
        do {
            inForce.configuration = try read()
        } catch {
            keep("the configuration", error)
            return []
        }
        let present = inForce.configuration
        let late = Self.keys(changedFrom: started, to: present)
        if !late.isEmpty {
            logger.warning(
                "settings have changed that take effect at the next start",
                metadata: ["keys": "\(late.joined(separator: ", "))"]
            )
        }
        guard present.logLevel != former.logLevel else { return [] }
        threshold.set(present.logLevel)
        return ["\(ConfigurationKey.logLevel.name) from \(former.logLevel) to \(present.logLevel)"]
    }

    private func takePolicies(_ inForce: inout InForce) -> [String] {
        let former = inForce.policies
        do {
            inForce.policies = try inForce.configuration.policies()
        } catch {
            keep("the policies", error)
            return []
        }
        let present = inForce.policies
        let changed = Set(former.keys).union(present.keys).filter { former[$0] != present[$0] }.sorted()
        guard !changed.isEmpty else { return [] }
        engine.follow(present)
        return ["policies \(changed.joined(separator: ", "))"]
    }

    private func takeCertificate() -> [String] {
        guard let certificates, certificates.reload(isAsked: true) else { return [] }
        return ["certificate, valid until \(certificates.present.expiry.iso8601)"]
    }

    private func keep(_ what: String, _ error: any Error) {
        let reason = "\(error)".split(separator: "\n").joined(separator: "; ")
        logger.error(
            "\(what) cannot be used, and what was in force stays: mend it, and have the relay read it again",
            metadata: ["error": "\(reason)"]
        )
    }

    /// The names of the keys whose values differ, but for those that a running relay takes.
    private static func keys(changedFrom former: RelayConfiguration, to present: RelayConfiguration) -> [String] {
        let taken = [ConfigurationKey.logLevel.name, ConfigurationKey.policyFile.name, ConfigurationKey.config.name]
        let values = Dictionary(former.entries.map { ($0.key.name, $0.value) }) { first, _ in first }
        return present.entries.filter { values[$0.key.name] != .some($0.value) && !taken.contains($0.key.name) }
            .map(\.key.name)
    }
}
