import AlarmCore
import CoreMetrics
import Engine
import Exposition
import Logging
import Synchronization

/// The relay's own certificate at present, which is replaced when its files change.
///
/// A certificate is valid by the machine's clock, also where a simulation sets the time.
final class ServerCertificates: Sendable {
    private struct State {
        var present: ServerCertificate
        /// The problem with the files that was told of last; nil once they could be used.
        var told: RelayError?
    }

    private let files: RelayConfiguration.TLS
    private let logger: Logger
    private let state: Mutex<State>

    /// - Throws: `RelayError.badCertificate`.
    init(_ files: RelayConfiguration.TLS, logger: Logger) throws(RelayError) {
        self.files = files
        self.logger = logger
        let contents = try ServerCertificate.read(files)
        let present = try ServerCertificate(contents, of: files, at: SystemClock().now())
        state = Mutex(State(present: present))
        warn(of: present)
    }

    /// Says that a certificate has expired, which is taken all the same.
    private func warn(of certificate: ServerCertificate) {
        guard certificate.expiry < SystemClock().now() else { return }
        logger.error(
            "the certificate has expired: clients refuse to connect until it is renewed; alarms are sent meanwhile",
            metadata: ["file": "\(files.certificateFile)", "since": "\(certificate.expiry.iso8601)"]
        )
    }

    /// The certificate for a new connection.
    var present: ServerCertificate { state.withLock(\.present) }

    /// Takes the files anew if they have changed; connections that are open keep what they have.
    ///
    /// Files that cannot be used change nothing, and are told of once, or whenever somebody has asked.
    ///
    /// - Returns: whether there is another certificate.
    @discardableResult
    func reload(isAsked: Bool = false) -> Bool {
        do throws(RelayError) {
            let contents = try ServerCertificate.read(files)
            guard contents != present.contents else {
                state.withLock { $0.told = nil }
                return false
            }
            let new = try ServerCertificate(contents, of: files, at: SystemClock().now())
            state.withLock { $0 = State(present: new) }
            warn(of: new)
            logger.notice("the certificate was replaced", metadata: ["until": "\(new.expiry.iso8601)"])
            return true
        } catch {
            let isNews = state.withLock { state in
                defer { state.told = error }
                return state.told != error
            }
            guard isNews || isAsked else { return false }
            logger.error(
                "the new certificate cannot be used, and the old one stays; mend its files, and the relay takes them within a minute",
                metadata: ["error": "\(error)", "until": "\(present.expiry.iso8601)"]
            )
            return false
        }
    }

    /// Measures at every scrape how long the certificate is still valid: `reveille_certificate_expiry_seconds`, which is
    /// negative once it has expired.
    func expose(in registry: MetricRegistry) {
        let meter = Meter(label: "reveille_certificate_expiry_seconds", factory: registry)
        registry.beforeExposition { [self] in
            meter.set(Double((present.expiry - SystemClock().now()).milliseconds) / 1000)
        }
    }
}
