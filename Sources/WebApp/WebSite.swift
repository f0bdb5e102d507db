internal import CWebSite
internal import Sealing

/// The web app: every file, put together once when the relay starts.
///
/// Beside the files of `site/` there are two that are made: `/worker.js`, the service worker in one script, and
/// `/shell.json`, the list of what it keeps for use without a network.
package struct WebSite: Sendable {
    /// The path of the page itself, which also answers for the app's own addresses.
    package static let page = "/index.html"

    /// The version: a hash over the embedded files, so that any change is another version.
    package let version: String
    /// The files by path.
    package let files: [String: WebFile]

    /// Puts the embedded files together.
    ///
    /// - Throws: ``WebSiteError``.
    package init() throws(WebSiteError) {
        try self.init(Self.embedded)
    }

    init(_ sources: [String: [UInt8]]) throws(WebSiteError) {
        var files: [String: WebFile] = [:]
        for (path, bytes) in sources {
            files["/" + path] = try WebFile("/" + path, Self.served(path, bytes, among: sources))
        }
        guard files[Self.page] != nil else { throw .missing("index.html") }
        let digests = files.keys.sorted().map { "\(files[$0]?.hash ?? "")  \($0)\n" }.joined()
        let version = String(try hexadecimalHash(Array(digests.utf8)).prefix(16))
        let worker = try WorkerScript(main: "worker/main.js", version: version) { path in
            sources[path].flatMap { String(validating: $0, as: UTF8.self) }
        }
        files["/worker.js"] = try WebFile("/worker.js", Array(ScriptText.withoutComments(worker.text).utf8))
        let shell = files.keys.filter { $0 != "/worker.js" }.sorted().map { "\"\($0)\"" }.joined(separator: ",")
        let list = "{\"version\":\"\(version)\",\"files\":[\(shell)]}"
        files["/shell.json"] = try WebFile("/shell.json", Array(list.utf8))
        self.version = version
        self.files = files
    }

    /// One line for each file that a browser is given, `HASH  PATH` as `sha256sum` prints it, in the order of paths.
    package var hashes: String {
        files.keys.sorted().map { "\(files[$0]?.hash ?? "")  \($0)\n" }.joined()
    }

    /// A file of the site as browsers are given it: scripts without comments, the page with what it loads next.
    static func served(_ path: String, _ bytes: [UInt8], among sources: [String: [UInt8]]) -> [UInt8] {
        guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
        if "/" + path == page { return Array(ModuleImports.preloading(text, from: sources).utf8) }
        return path.hasSuffix(".js") ? Array(ScriptText.withoutComments(text).utf8) : bytes
    }

    private static var embedded: [String: [UInt8]] {
        unsafe Embedded.files(reveille_web_file_table(), reveille_web_file_total())
    }
}

/// The SHA-256 of `bytes` in hexadecimal.
func hexadecimalHash(_ bytes: [UInt8]) throws(WebSiteError) -> String {
    guard let digest = try? SHA256.hash(bytes) else { throw .digest }
    let digits = Array("0123456789abcdef")
    return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}
