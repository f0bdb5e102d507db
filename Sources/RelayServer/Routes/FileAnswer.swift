import HTTPTypes
import Hummingbird
import NIOCore
import WebApp

/// What a file's requests are answered with, ready to send: the file, compressed for who takes that, or `304`.
struct FileAnswer: Sendable {
    private let headers: HTTPFields
    private let entityTag: String
    private let plain: ByteBuffer
    private let gzipped: ByteBuffer?

    // Without a `Content-Security-Policy` of its own a file gets that of every answer.
    init(_ file: WebFile, policy: String?) {
        entityTag = "\"\(file.hash.prefix(32))\""
        var headers = HTTPFields()
        headers[.contentType] = file.contentType
        headers[.contentSecurityPolicy] = policy
        headers[.eTag] = entityTag
        headers[.vary] = "Accept-Encoding"
        // Browsers ask each time whether a file has changed, so that no two versions mix.
        headers[.cacheControl] = "no-cache"
        self.headers = headers
        plain = ByteBuffer(bytes: file.bytes)
        gzipped = file.gzipped.map { ByteBuffer(bytes: $0) }
    }

    /// Answers `GET` and `HEAD` at a path.
    func add(to router: Router<RelayContext>, at path: String) {
        router.get(RouterPath(path)) { request, _ in response(to: request) }
        router.head(RouterPath(path)) { request, _ in response(to: request).createHeadResponse() }
    }

    private func response(to request: Request) -> Response {
        if request.hasEntity(entityTag) {
            return Response(status: .notModified, headers: headers)
        }
        guard let gzipped, Self.acceptsGzip(request) else {
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: plain))
        }
        var headers = headers
        headers[.contentEncoding] = "gzip"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: gzipped))
    }

    private static func acceptsGzip(_ request: Request) -> Bool {
        request.list(.acceptEncoding).contains { part in
            part == "gzip" || part.hasPrefix("gzip;") && !part.hasSuffix("q=0")
        }
    }
}
