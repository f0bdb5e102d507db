import AlarmCore
import CurlClient
import Testing

@testable import Delivery

@Suite("Meanings of APNs' responses")
struct RejectionTableTests {
    private static let registeredAt = Instant(seconds: 1_767_000_000)

    private func outcome(_ status: Int, _ body: String, headers: [HTTPHeader] = []) -> DeliveryOutcome {
        let head = HTTPResponseHead(status: status, headers: headers)
        return APNsResponse(HTTPResponse(head: head, body: Array(body.utf8))).outcome(registeredAt: Self.registeredAt)
    }

    private func named(_ reason: String) -> RetryReason { .rejection(APNsRejection(reason: reason)) }

    @Test(
        "A push that is wrong in itself is never tried again",
        arguments: [
            (400, "BadCollapseId"), (400, "BadExpirationDate"), (400, "BadMessageId"), (400, "BadPriority"),
            (400, "BadTopic"), (400, "DuplicateHeaders"), (400, "InvalidPushType"), (400, "MissingDeviceToken"),
            (400, "MissingTopic"), (400, "PayloadEmpty"), (400, "TopicDisallowed"), (404, "BadPath"),
            (405, "MethodNotAllowed"), (413, "PayloadTooLarge"), (400, "SomethingNew"),
        ]
    )
    func rejected(status: Int, reason: String) {
        #expect(outcome(status, #"{"reason":"\#(reason)"}"#) == .rejected(reason: reason))
    }

    @Test(
        "A token that APNs does not know for the app is dead",
        arguments: [
            (400, "BadDeviceToken"), (400, "DeviceTokenNotForTopic"), (410, "ExpiredToken"), (410, "Unregistered"),
            (410, "SomethingNew"),
        ]
    )
    func tokenDead(status: Int, reason: String) {
        #expect(outcome(status, #"{"reason":"\#(reason)"}"#) == .addressDead(reason: reason, since: nil))
    }

    @Test(
        "A busy or failing gateway is retried, and only a failure may have taken the push",
        arguments: [
            (400, "IdleTimeout", false), (429, "TooManyProviderTokenUpdates", false), (429, "TooManyRequests", false),
            (500, "InternalServerError", true), (503, "ServiceUnavailable", false), (503, "Shutdown", false),
            (429, "SomethingNew", false), (502, "SomethingNew", true), (408, "SomethingNew", false),
        ]
    )
    func retried(status: Int, reason: String, indeterminate: Bool) {
        let expected = DeliveryOutcome.retry(after: nil, reason: named(reason), indeterminate: indeterminate)
        #expect(outcome(status, #"{"reason":"\#(reason)"}"#) == expected)
    }

    @Test(
        "A refusal of the relay's credentials is no fault of the push, and is not repeated at once",
        arguments: [
            "BadCertificate", "BadCertificateEnvironment", "BadEnvironmentKeyIdInToken", "ExpiredProviderToken",
            "Forbidden", "InvalidProviderToken", "MissingProviderToken", "UnrelatedKeyIdInToken", "SomethingNew",
        ]
    )
    func operatorMustAct(reason: String) {
        let expected = DeliveryOutcome.retry(after: .seconds(30), reason: named(reason), indeterminate: false)
        #expect(outcome(403, #"{"reason":"\#(reason)"}"#) == expected)
    }

    @Test("Only ExpiredProviderToken is healed by a new token", arguments: APNsRejection.documented.map(\.key))
    func healed(reason: String) {
        let rejection = APNsRejection(reason: reason)
        #expect((rejection.disposition(status: 403) == .renewProviderToken) == (reason == "ExpiredProviderToken"))
    }

    @Test("Every documented reason is read back under its own name", arguments: APNsRejection.documented.map(\.key))
    func spelling(reason: String) {
        let rejection = APNsRejection(reason: reason)
        #expect(rejection.reason == reason)
        if case .unknown = rejection { Issue.record("\(reason) is documented") }
    }

    @Test("Success is the status alone", arguments: ["", "{}", #"{"reason":"Unregistered"}"#])
    func accepted(body: String) {
        #expect(outcome(200, body) == .accepted)
    }

    @Test("A success whose connection broke afterwards is a success")
    func acceptedAndBroken() {
        let response = HTTPResponse(head: HTTPResponseHead(status: 200), failure: .interrupted("reset"))
        #expect(APNsResponse(response).outcome(registeredAt: Self.registeredAt) == .accepted)
    }

    @Test(
        "A token is alive only if the device registered it later than APNs found it dead, be it by a millisecond",
        arguments: [(-1, false), (0, true), (1, true)] as [(Int64, Bool)]
    )
    func registeredSince(offset: Int64, isDead: Bool) {
        let timestamp = Self.registeredAt + .milliseconds(offset)
        let outcome = outcome(410, #"{"reason":"Unregistered","timestamp":\#(timestamp.milliseconds)}"#)
        if isDead {
            #expect(outcome == .addressDead(reason: "Unregistered", since: timestamp))
        } else {
            #expect(outcome == .retry(after: nil, reason: .registeredSince("Unregistered"), indeterminate: false))
            #expect(RetryReason.registeredSince("Unregistered").description == "Unregistered, but registered since")
        }
    }

    @Test(
        "A timestamp of another form does not cost the reason",
        arguments: [#""soon""#, "1e300", "null", "-9223372036854775809", "{}"]
    )
    func oddTimestamp(timestamp: String) {
        let outcome = outcome(410, #"{"reason":"Unregistered","timestamp":\#(timestamp)}"#)
        #expect(outcome == .addressDead(reason: "Unregistered", since: nil))
    }

    @Test(
        "An answer that gives no reason is judged by its status",
        arguments: [
            (400, DeliveryOutcome.rejected(reason: "HTTP 400")),
            (410, .addressDead(reason: "HTTP 410", since: nil)),
            (503, .retry(after: nil, reason: .http(503), indeterminate: false)),
            (302, .retry(after: nil, reason: .http(302), indeterminate: false)),
        ]
    )
    func noReason(status: Int, expected: DeliveryOutcome) {
        #expect(outcome(status, "<html>") == expected)
    }

    @Test(
        "Retry-After is honoured in seconds, up to an hour",
        arguments: [
            ("0", Span.zero), ("7", .seconds(7)), ("99999999", .hours(1)), ("9223372036854775807", .hours(1)),
            ("-1", nil), ("soon", nil), ("", nil), ("Wed, 21 Oct 2026 07:28:00 GMT", nil),
        ] as [(String, Span?)]
    )
    func retryAfter(text: String, expected: Span?) {
        let outcome = outcome(429, #"{"reason":"TooManyRequests"}"#, headers: [HTTPHeader("Retry-After", text)])
        #expect(outcome == .retry(after: expected, reason: named("TooManyRequests"), indeterminate: false))
    }

    @Test(
        "A malformed reason does not reach the logs",
        arguments: ["", "a b", "x\\ny", String(repeating: "A", count: 49), String(repeating: "a1", count: 16)]
    )
    func unreadableReason(reason: String) {
        #expect(outcome(400, #"{"reason":"\#(reason)"}"#) == .rejected(reason: "unreadable"))
    }
}
