import AlarmCore
import Engine

extension Doctor {
    /// The time before its end at which a certificate should have been renewed.
    ///
    /// 14 days.
    private static let renewalTime = Span.days(14)
    private static let renewal = "renew it: the relay takes the new files within a minute of their change"

    /// Whether the relay's own certificate can be used, and for how long.
    func examineCertificate() -> Diagnosis {
        guard let tls = configuration.tls else {
            return Diagnosis(.certificate, .skipped, "the relay speaks plain HTTP: TLS is a proxy's work")
        }
        // By the machine's clock, as clients judge it.
        let now = SystemClock().now()
        let certificate: ServerCertificate
        do throws(RelayError) {
            certificate = try ServerCertificate(ServerCertificate.read(tls), of: tls, at: now)
        } catch {
            return Diagnosis(.certificate, .failure, "\(error)")
        }
        let left = certificate.expiry - now
        guard left > .zero else {
            let finding = "\(tls.certificateFile) expired at \(certificate.expiry.iso8601): no client connects"
            return Diagnosis(.certificate, .failure, finding, remedy: Self.renewal)
        }
        let finding = """
            \(tls.certificateFile) is valid until \(certificate.expiry.iso8601), \
            for another \(left.milliseconds / 86_400_000) days
            """
        guard left >= Self.renewalTime else {
            return Diagnosis(.certificate, .warning, finding, remedy: Self.renewal)
        }
        return Diagnosis(.certificate, .ok, finding)
    }
}
