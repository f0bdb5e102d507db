/// A file of the web app as it is served.
package struct WebFile: Sendable {
    /// The path of the request, as in `/frame/router.js`.
    package let path: String
    /// The media type.
    package let contentType: String
    /// The content.
    package let bytes: [UInt8]
    /// The content compressed with gzip; nil where that does not make it smaller.
    package let gzipped: [UInt8]?
    /// The SHA-256 of the content in hexadecimal.
    package let hash: String

    // The media type is told by the ending of `name`, or of the path where there is none.
    init(_ path: String, _ bytes: [UInt8], name: String? = nil) throws(WebSiteError) {
        self.path = path
        self.bytes = bytes
        contentType = Self.contentType(of: name ?? path)
        gzipped = Gzip.compress(bytes).flatMap { $0.count < bytes.count * 9 / 10 ? $0 : nil }
        hash = try hexadecimalHash(bytes)
    }

    private static func contentType(of path: String) -> String {
        switch path.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "json": "application/json"
        case "webmanifest": "application/manifest+json"
        // RFC 9512, section 2.1.
        case "yaml": "application/yaml"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        default: "text/plain; charset=utf-8"
        }
    }
}
