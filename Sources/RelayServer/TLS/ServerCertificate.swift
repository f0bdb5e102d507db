import AlarmCore
import Foundation
import NIOCore
import NIOSSL

/// The relay's own certificate with its key, read from their files and ready for connections.
struct ServerCertificate: Sendable {
    /// The bytes of both files, by which a change is noticed.
    struct Contents: Hashable, Sendable {
        let chain: [UInt8]
        let key: [UInt8]
    }

    let contents: Contents
    /// What connections are made with.
    let context: NIOSSLContext
    /// The last moment at which the certificate is valid.
    let expiry: Instant

    /// Takes the files' contents, and checks that they belong together and that the certificate is valid by `now`.
    ///
    /// One that has expired is taken: what the relay sends is not sent by it, and an alarm has to ring whether or not
    /// somebody has renewed a certificate.
    ///
    /// - Throws: `RelayError.badCertificate`.
    init(_ contents: Contents, of files: RelayConfiguration.TLS, at now: Instant) throws(RelayError) {
        let path = files.certificateFile
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(contents.chain), let own = chain.first else {
            let reason = "holds no certificate in PEM; put the relay's own into it, and the intermediate ones after it"
            throw .badCertificate(.tlsCertificateFile, path: path, reason: reason)
        }
        guard let key = try? NIOSSLPrivateKey(bytes: contents.key, format: .pem) else {
            let reason = "holds no private key in PEM that can be read without a passphrase; store the key without one"
            throw .badCertificate(.tlsKeyFile, path: files.keyFile, reason: reason)
        }
        expiry = Instant(seconds: Int64(own.notValidAfter))
        let start = Instant(seconds: Int64(own.notValidBefore))
        guard start <= now else {
            let reason = "is not valid before \(start.iso8601); look at the clock, or get another certificate"
            throw .badCertificate(.tlsCertificateFile, path: path, reason: reason)
        }
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(key)
        )
        tls.minimumTLSVersion = .tlsv12
        tls.applicationProtocols = SecureHTTPChannel.protocols
        tls.shutdownTimeout = Self.shutdownTime
        do {
            context = try NIOSSLContext(configuration: tls)
        } catch {
            let reason = "is not the key of the certificate in \(path); name the two files that were made together"
            throw .badCertificate(.tlsKeyFile, path: files.keyFile, reason: reason)
        }
        self.contents = contents
    }

    /// How long a connection that the relay closes waits for the client's own last word.
    ///
    /// 1 s.
    private static let shutdownTime = TimeAmount.seconds(1)

    /// Reads both files.
    ///
    /// - Throws: `RelayError.badCertificate` for a file that cannot be read.
    static func read(_ files: RelayConfiguration.TLS) throws(RelayError) -> Contents {
        Contents(
            chain: try bytes(.tlsCertificateFile, files.certificateFile),
            key: try bytes(.tlsKeyFile, files.keyFile)
        )
    }

    private static func bytes(_ key: ConfigurationKey, _ path: String) throws(RelayError) -> [UInt8] {
        do {
            return try Array(Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            let reason = "cannot be read; check that it exists and that the relay's user may read it"
            throw .badCertificate(key, path: path, reason: reason)
        }
    }
}
