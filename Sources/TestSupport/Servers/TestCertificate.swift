import Foundation

/// A self-signed certificate for `localhost` in its own directory, created once for all tests of a process.
package struct TestCertificate: Sendable {
    /// The directory of the files, which also has an empty file named `empty`.
    package let directory: String
    /// The PEM file of the certificate, which is its own authority.
    package let certificateFile: String
    /// The PEM file of the private key.
    package let keyFile: String

    /// The certificate of the test servers.
    package static let server = Result { try TestCertificate() }
    /// A certificate that no server presents.
    package static let stranger = Result { try TestCertificate() }
    /// A certificate that expired yesterday.
    package static let expired = Result { try TestCertificate(isExpired: true) }

    private init(isExpired: Bool = false) throws {
        directory = try TemporaryFolder.ofProcess.get().path(UUID().uuidString)
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: directory + "/empty"))
        certificateFile = directory + "/certificate.pem"
        keyFile = directory + "/key.pem"
        let request = directory + "/request.pem"
        try Self.openssl([
            "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
            "-keyout", keyFile, "-out", request,
        ])
        try Self.openssl([
            "x509", "-req", "-in", request, "-signkey", keyFile, "-days", isExpired ? "-1" : "2",
            "-copy_extensions", "copy", "-out", certificateFile,
        ])
    }

    private static func openssl(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ServerProcess.Failure.ended("openssl", process.terminationStatus)
        }
    }
}
