package import AlarmCore
package import AlarmWire
package import Engine
import HTTPTypes
package import Hummingbird

extension Response {
    /// The seconds to wait where a problem that may pass does not say how long it lasts.
    static let usualRetrySeconds = 10

    /// A message as JSON.
    package init(_ status: HTTPResponse.Status, _ message: some WireEncodable) {
        self.init(status: status, json: message.wire)
    }

    /// The engine's answer to a command; a repeated one says so (PA1 section 3).
    package init(_ answer: Answer) {
        self.init(
            status: HTTPResponse.Status(code: answer.status),
            json: answer.body,
            mediaType: answer.status < 400 ? "application/json" : Problem.mediaType
        )
        if answer.isReplay, let name = HTTPField.Name("idempotent-replay") { headers[name] = "true" }
    }

    /// Problem details.
    ///
    /// One that may pass says when to come back; a refused envelope names the scheme that would do (RFC 9110,
    /// section 11.6.1).
    package init(_ problem: Problem, retryAfter: Span? = nil) {
        self.init(status: HTTPResponse.Status(code: problem.status), json: problem.wire, mediaType: Problem.mediaType)
        if problem.status == 401 { headers[.wwwAuthenticate] = EnvelopeLimits.scheme }
        if let retryAfter {
            headers[.retryAfter] = String(max((retryAfter.milliseconds + 999) / 1000, 1))
        } else if problem.kind?.isRetryable == true {
            headers[.retryAfter] = String(Self.usualRetrySeconds)
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
