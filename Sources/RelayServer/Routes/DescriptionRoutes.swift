import Foundation
import Hummingbird
import Sealing
import WebApp

/// The routes of the description of the HTTP interface, as a page and as the OpenAPI file; there also without the web app.
struct DescriptionRoutes: Sendable {
    /// The paths of both.
    static let paths = ["/api", "/openapi.yaml"]

    private let page: FileAnswer
    private let file: FileAnswer

    /// - Throws: `WebSiteError` or `SealingError` if the page could not be put together.
    init(_ description: InterfaceDescription) throws {
        let digest = Data(try SHA256.hash(Array(description.styleSheet.utf8))).base64EncodedString()
        page = FileAnswer(
            description.page,
            policy: "default-src 'none'; style-src 'sha256-\(digest)'; base-uri 'none'; form-action 'none'; "
                + "frame-ancestors 'none'"
        )
        file = FileAnswer(description.file, policy: nil)
    }

    func add(to router: Router<RelayContext>) {
        page.add(to: router, at: Self.paths[0])
        file.add(to: router, at: Self.paths[1])
    }
}
