import Foundation
import GatewaySimulator

/// The files that a push server needs to use a gateway: the authority's certificate and a team key.
struct GatewayFiles {
    let authority: URL
    let key: URL
    /// A temporary folder, deleted at the end; nil where both files were named.
    private let folder: URL?

    /// Uses the named files, and a temporary folder for those that are not named.
    ///
    /// - Throws: `CommandFailure` if the folder cannot be created.
    init(authority: String?, key: String?) throws(CommandFailure) {
        if authority != nil, key != nil {
            folder = nil
        } else {
            let path = FileManager.default.temporaryDirectory.appending(path: "reveille-gateway-\(UUID().uuidString)")
            do {
                try FileManager.default.createDirectory(
                    at: path,
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700]
                )
            } catch {
                throw CommandFailure("\(path.path) cannot be made: \(error.localizedDescription)")
            }
            folder = path
        }
        let defaults = folder ?? URL(filePath: ".")
        self.authority = authority.map { URL(filePath: $0) } ?? defaults.appending(path: "gateway-ca.pem")
        self.key = key.map { URL(filePath: $0) } ?? defaults.appending(path: "gateway-key.p8")
    }

    /// Writes the authority's certificate, replacing that of an earlier gateway.
    ///
    /// - Throws: `CommandFailure` if the file has other content or cannot be written.
    func write(authority pem: String) throws(CommandFailure) {
        if let data = FileManager.default.contents(atPath: authority.path), !Self.isOneCertificate(data) {
            throw CommandFailure("\(authority.path) is not one certificate: --ca would overwrite it; name a new file")
        }
        try write(pem, to: authority, permissions: 0o644)
    }

    /// Returns the text of the team key, if the file exists.
    func keyText() -> String? {
        FileManager.default.contents(atPath: key.path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes a team key that only this user may read.
    func write(key pem: String) throws(CommandFailure) {
        try write(pem, to: key, permissions: 0o600)
    }

    /// Deletes the temporary folder.
    func clear() {
        guard let folder else { return }
        try? FileManager.default.removeItem(at: folder)
    }

    private func write(_ text: String, to file: URL, permissions: Int) throws(CommandFailure) {
        let isWritten = FileManager.default.createFile(
            atPath: file.path,
            contents: Data(text.utf8),
            attributes: [.posixPermissions: permissions]
        )
        guard isWritten else {
            throw CommandFailure("\(file.path) cannot be written; check the folder and its permissions")
        }
    }

    private static func isOneCertificate(_ data: Data) -> Bool {
        let text = String(decoding: data, as: UTF8.self)
        let begin = "-----BEGIN CERTIFICATE-----"
        return text.hasPrefix(begin) && text.components(separatedBy: begin).count == 2
    }
}
