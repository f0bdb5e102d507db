import HTTPTypes
import Hummingbird
import NIOCore
import WebApp

/// The routes of the web app: its files, and its page at the addresses that links lead to.
struct WebAppRoutes: Sendable {
    /// The addresses at which the page answers; what follows the `#` in a link never reaches the relay.
    static let addresses = ["/", "/e", PageRoutes.pairing, PageRoutes.pairingInCapitals, "/status"]

    /// Allows the app's own files and requests, no HTML made from strings, and nothing from any other host.
    private static let contentSecurityPolicy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
        manifest-src 'self'; worker-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; \
        frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types reveille
        """

    let site: WebSite

    func add(to router: Router<RelayContext>) {
        for file in site.files.values { serve(file, at: file.path, on: router) }
        guard let page = site.files[WebSite.page] else { return }
        for address in Self.addresses { serve(page, at: address, on: router) }
    }

    private func serve(_ file: WebFile, at path: String, on router: Router<RelayContext>) {
        let answer = Answer(file)
        router.get(RouterPath(path)) { request, _ in answer.response(to: request) }
        router.head(RouterPath(path)) { request, _ in answer.response(to: request).createHeadResponse() }
    }

    /// What a file's requests are answered with, ready to send.
    private struct Answer: Sendable {
        let headers: HTTPFields
        let entityTag: String
        let plain: ByteBuffer
        let gzipped: ByteBuffer?

        init(_ file: WebFile) {
            entityTag = "\"\(file.hash.prefix(32))\""
            var headers = HTTPFields()
            headers[.contentType] = file.contentType
            headers[.contentSecurityPolicy] = WebAppRoutes.contentSecurityPolicy
            headers[.eTag] = entityTag
            headers[.vary] = "Accept-Encoding"
            // Browsers ask each time whether a file has changed, so that no two versions mix.
            headers[.cacheControl] = "no-cache"
            self.headers = headers
            plain = ByteBuffer(bytes: file.bytes)
            gzipped = file.gzipped.map { ByteBuffer(bytes: $0) }
        }

        func response(to request: Request) -> Response {
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
}
