import CurlClient
import Engine

/// The same pushes for every client, as Apple's gateway would get them, each with its own path and identifier.
struct PushLoad: Sendable {
    private static let bodyBytes = 300

    let count: Int
    /// Start of every URL.
    let origin: String
    let authorityFile: String
    /// Number of requests after which a connection is replaced; nil for `CurlClient`'s default.
    let requestsPerConnection: Int?
    /// Maximum number of pushes in flight on a connection.
    var inFlight = 100
    /// Maximum number of connections.
    var connections = 1
    /// Number of sending tasks; nil for 1.5 times the number in flight, so that one is always waiting for a place.
    var senders: Int?

    /// Returns a load with the connections of the relay's channel and as many tasks as the relay uses for it.
    static func asRelay(count: Int, to gateway: PushGateway) -> PushLoad {
        PushLoad(
            count: count,
            origin: gateway.origin(.none),
            authorityFile: gateway.authorityFile,
            requestsPerConnection: nil,
            connections: 4,
            senders: Limits().sendsInFlight
        )
    }

    /// JSON text of the push.
    static let body: String = {
        let (start, end) = (#"{"aps":{"alert":""#, #""}}"#)
        return start + String(repeating: "x", count: bodyBytes - start.utf8.count - end.utf8.count) + end
    }()

    /// Headers shared by all pushes.
    static let headers = [
        HTTPHeader("authorization", "bearer \(token)"),
        HTTPHeader("apns-topic", "com.example.app"),
        HTTPHeader("apns-push-type", "alert"),
        HTTPHeader("apns-priority", "10"),
        HTTPHeader("apns-expiration", "1767226000"),
        HTTPHeader("apns-collapse-id", "alarm.ring"),
    ]

    /// A stand-in for a provider token, with its usual length; nghttpd does not check it.
    private static let token = """
        eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQ0RFMTIzNDUifQ.eyJpc3MiOiJURUFNNTY3ODkwIiwiaWF0IjoxNzY3MjI1NjAwfQ.\
        c2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlMTI
        """

    /// Returns the push with this number, as `CurlClient` sends it.
    func request(_ number: Int, profile: ConnectionProfile) -> HTTPRequest {
        let digits = String(number, radix: 16)
        let name = "01234567-89ab-5def-8123-" + String(repeating: "0", count: max(12 - digits.count, 0)) + digits
        return HTTPRequest(
            method: "POST",
            url: "\(origin)/3/device/" + String(repeating: "0", count: max(64 - digits.count, 0)) + digits,
            headers: Self.headers + [HTTPHeader("apns-id", name)],
            body: Array(Self.body.utf8),
            timeout: .seconds(30),
            profile: profile
        )
    }
}
