import AlarmCore
import Engine
import ServiceLifecycle

/// Looks every minute whether the certificate's files have changed.
struct CertificateWatch: Service {
    /// The time between looks.
    ///
    /// 60 s.
    static let pause = Span.seconds(60)

    let certificates: ServerCertificates
    let clock: any RelayClock

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await clock.sleep(until: clock.now() + Self.pause)) != nil { certificates.reload() }
        }
    }
}
