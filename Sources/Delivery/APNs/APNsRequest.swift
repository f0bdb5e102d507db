import AlarmCore
package import CurlClient

/// Puts a push into the request that APNs documents.
package enum APNsRequest {
    /// Makes the request.
    ///
    /// - Parameters:
    ///   - push: What is sent.
    ///   - origin: The gateway's.
    ///   - token: The provider token of the hour.
    ///   - timeout: How long the exchange may take.
    ///   - profile: How the connection is made.
    /// - Returns: The request, for one attempt.
    package static func make(
        _ push: OutgoingPush,
        origin: String,
        token: ProviderToken,
        timeout: Duration,
        profile: ConnectionProfile
    ) -> HTTPRequest {
        var headers = [
            HTTPHeader("authorization", token.authorization),
            HTTPHeader("apns-id", push.id.uuidText),
            HTTPHeader("apns-topic", push.destination.topic),
            HTTPHeader("apns-push-type", push.kind.rawValue),
            HTTPHeader("apns-priority", String(push.priority.rawValue)),
            // Zero is "one attempt, keep nothing"; the past is no more than that.
            HTTPHeader("apns-expiration", String(max(0, push.expiration.seconds))),
        ]
        if let collapseID = push.collapseID { headers.append(HTTPHeader("apns-collapse-id", collapseID)) }
        return HTTPRequest(
            method: "POST",
            url: "\(origin)/3/device/\(push.destination.token.hex)",
            headers: headers,
            body: push.payload,
            timeout: timeout,
            profile: profile
        )
    }
}
