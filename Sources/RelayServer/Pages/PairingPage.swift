import AlarmCore
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Sealing
import Wording

/// The page behind the link of an invite, where the web app does not answer there.
enum PairingPage {
    /// Allows the pages' style and nothing else.
    private static let contentSecurityPolicy: String = {
        let digest = (try? SHA256.hash(Array(Page.styleSheet.utf8))).map { Data($0).base64EncodedString() } ?? ""
        return "default-src 'none'; style-src 'sha256-\(digest)'; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"
    }()

    /// Answers with the page for the purpose that the link names, in the reader's language.
    static func response(to request: Request) -> Response {
        let purpose = request.uri.query.flatMap { Invite.Purpose(rawValue: $0.lowercased()) } ?? .partner
        var headers = HTTPFields()
        headers[.contentType] = "text/html; charset=utf-8"
        headers[.contentSecurityPolicy] = contentSecurityPolicy
        headers[.vary] = "Accept-Language"
        let html = JoinPage(purpose, in: request.preferredLanguage).html
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: html)))
    }
}
