import AlarmCore
import CurlClient
import Testing

@testable import Delivery

/// The label and description of a failure, and whether it concerns the whole origin.
@Suite("Why a delivery is put off")
struct RetryReasonTests {
    @Test(
        "A connection failure has its label and its description",
        arguments: [
            (CurlError.unreachable("x"), "unreachable", "no connection: x"),
            (.unresolved("x"), "unresolved", "the host's name has no address: x"),
            (.untrusted("x"), "untrusted", "the connection is not secure: x"),
            (.timedOut(afterSending: false), "timed out", "timed out before the request was sent"),
            (.timedOut(afterSending: true), "timed out", "timed out after the request was sent"),
            (.stalled, "stalled", "the connection stalled after the request was sent"),
            (.interrupted("x"), "interrupted", "the connection failed after the request was sent: x"),
            (.refused("x"), "refused unprocessed", "the peer refused the request unprocessed: x"),
            (.exhausted("x"), "exhausted", "out of resources: x"),
            (.shutDown, "other", "the HTTP client has been shut down"),
            (.cancelled, "other", "the request was cancelled"),
            (.responseTooLarge(limit: 9), "other", "the response is larger than 9 bytes"),
        ]
    )
    func failures(failure: CurlError, label: String, words: String) {
        let reason = RetryReason(failure)
        #expect((reason.label, reason.description, reason.concernsChannel) == (label, words, true))
        #expect(RetryReason.commonLabels.contains(label) || label == RetryReason.otherLabel)
    }

    @Test("A documented reason of APNs is its own label", arguments: APNsRejection.documented.map(\.key))
    func documented(name: String) {
        let reason = RetryReason.rejection(APNsRejection(reason: name))
        #expect((reason.label, reason.description) == (name, name))
        #expect(reason.concernsChannel == (name != "TooManyRequests"))
        #expect(RetryReason.apnsLabels.contains(name))
    }

    @Test("A reason of APNs that is not documented is shown, and is no label")
    func unknown() {
        let reason = RetryReason.rejection(APNsRejection(reason: "SomethingNew"))
        #expect((reason.label, reason.description, reason.concernsChannel) == ("other", "SomethingNew", true))
    }

    @Test("A status, a late registration and a missing provider token have labels of their own")
    func others() {
        let status = RetryReason.http(502)
        #expect((status.label, status.description, status.concernsChannel) == ("HTTP status", "HTTP 502", true))
        let registered = RetryReason.registeredSince("Unregistered")
        #expect((registered.label, registered.concernsChannel) == ("registered since", false))
        let unsigned = RetryReason.noProviderToken
        #expect((unsigned.label, unsigned.description) == ("no provider token", "no provider token"))
        #expect(unsigned.concernsChannel)
    }
}
