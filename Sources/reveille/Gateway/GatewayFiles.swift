import Foundation
import GatewaySimulator

/// The files by which a push server learns of a gateway: the authority's certificate and a team key.
struct GatewayFiles {
    let authority: URL
    let key: URL
    /// A folder of our own that goes at the end; nil where both files were named.
    private let folder: URL?

    /// Takes the named files; what is not named goes into a folder of its own.
    ///
    /// - Throws: `CommandFailure` if that folder cannot be made.
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
        let usual = folder ?? URL(filePath: ".")
        self.authority = authority.map { URL(filePath: $0) } ?? usual.appending(path: "gateway-ca.pem")
        self.key = key.map { URL(filePath: $0) } ?? usual.appending(path: "gateway-key.p8")
    }

    /// Writes the authority's certificate, in place of an earlier gateway's.
    ///
    /// - Throws: `CommandFailure` if the file is something else, or cannot be written.
    func write(authority pem: String) throws(CommandFailure) {
        if let data = FileManager.default.contents(atPath: authority.path), !Self.isOneCertificate(data) {
            throw CommandFailure("\(authority.path) is not one certificate: --ca would overwrite it; name a new file")
        }
        try write(pem, to: authority, permissions: 0o644)
    }

    /// The team key's text, if the file is there.
    func keyText() -> String? {
        FileManager.default.contents(atPath: key.path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes a team key, for nobody else to read.
    func write(key pem: String) throws(CommandFailure) {
        try write(pem, to: key, permissions: 0o600)
    }

    /// Deletes what nobody asked to keep.
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
