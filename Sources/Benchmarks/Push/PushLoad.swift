import CurlClient
import Engine

/// The same pushes for every client: what Apple's gateway is sent, to a path and under a name of their own each.
struct PushLoad: Sendable {
    private static let bodyBytes = 300

    let count: Int
    /// What every URL begins with.
    let origin: String
    let authorityFile: String
    /// After how many requests a connection is replaced; nil for what `CurlClient` does of its own accord.
    let requestsPerConnection: Int?
    /// How many pushes are in flight at once on a connection.
    var inFlight = 100
    /// How many connections there may be side by side.
    var connections = 1
    /// How many tasks send; nil for half as many again as may be in flight, so that one always waits when a place becomes
    /// free.
    var senders: Int?

    /// Pushes over such connections as the relay's channel makes, from as many tasks as the relay has for it.
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

    /// The JSON text that is pushed.
    static let body: String = {
        let (start, end) = (#"{"aps":{"alert":""#, #""}}"#)
        return start + String(repeating: "x", count: bodyBytes - start.utf8.count - end.utf8.count) + end
    }()

    /// The headers that are the same for all.
    static let headers = [
        HTTPHeader("authorization", "bearer \(token)"),
        HTTPHeader("apns-topic", "com.example.app"),
        HTTPHeader("apns-push-type", "alert"),
        HTTPHeader("apns-priority", "10"),
        HTTPHeader("apns-expiration", "1767226000"),
        HTTPHeader("apns-collapse-id", "alarm.ring"),
    ]

    /// Has the length of a provider token; nobody looks into it.
    private static let token = """
        eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQ0RFMTIzNDUifQ.eyJpc3MiOiJURUFNNTY3ODkwIiwiaWF0IjoxNzY3MjI1NjAwfQ.\
        c2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlc2lnbmF0dXJlMTI
        """

    /// The push with this number, as `CurlClient` sends it.
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
