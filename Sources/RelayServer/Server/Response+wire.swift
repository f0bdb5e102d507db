package import AlarmCore
package import AlarmWire
package import Engine
import HTTPTypes
package import Hummingbird

extension Response {
    /// The seconds to wait after a temporary problem that does not say how long it lasts.
    static let defaultRetrySeconds = 10

    /// Creates a response with a JSON message.
    package init(_ status: HTTPResponse.Status, _ message: some WireEncodable) {
        self.init(status: status, json: message.wire)
    }

    /// Creates the response to a command; a repeated one is marked (PA1 section 3).
    package init(_ answer: EngineResponse) {
        self.init(
            status: HTTPResponse.Status(code: answer.status),
            json: answer.body,
            mediaType: answer.status < 400 ? "application/json" : Problem.mediaType
        )
        if answer.isReplay, let name = HTTPField.Name("idempotent-replay") { headers[name] = "true" }
    }

    /// Creates a response with problem details.
    ///
    /// A temporary problem says when to retry; a refused envelope names the required scheme (RFC 9110, section 11.6.1).
    package init(_ problem: Problem, retryAfter: Span? = nil) {
        self.init(status: HTTPResponse.Status(code: problem.status), json: problem.wire, mediaType: Problem.mediaType)
        if problem.status == 401 { headers[.wwwAuthenticate] = EnvelopeLimits.scheme }
        if let retryAfter {
            headers[.retryAfter] = String(max((retryAfter.milliseconds + 999) / 1000, 1))
        } else if problem.kind?.isRetryable == true {
            headers[.retryAfter] = String(Self.defaultRetrySeconds)
        }
    }

    private init(status: HTTPResponse.Status, json: [UInt8], mediaType: String = "application/json") {
        var headers = HTTPFields()
        if !json.isEmpty { headers[.contentType] = mediaType }
        self.init(
            status: status,
            headers: headers,
            body: json.isEmpty ? .init() : .init(byteBuffer: ByteBuffer(bytes: json))
        )
    }
}
