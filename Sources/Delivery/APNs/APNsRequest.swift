import AlarmCore
package import CurlClient

/// The HTTP request that APNs documents for a push.
package enum APNsRequest {
    /// Creates the request for one attempt.
    ///
    /// - Parameters:
    ///   - push: The push to send.
    ///   - address: The address to send it to.
    ///   - origin: The gateway's origin.
    ///   - token: The current provider token.
    ///   - timeout: The longest time for the exchange.
    ///   - profile: The profile of the connection.
    /// - Returns: The request.
    package static func make(
        _ push: RenderedPush,
        to address: APNsAddress,
        origin: String,
        token: ProviderToken,
        timeout: Duration,
        profile: ConnectionProfile
    ) -> HTTPRequest {
        var headers = [
            HTTPHeader("authorization", token.authorization),
            HTTPHeader("apns-id", push.id.uuidText),
            HTTPHeader("apns-topic", address.topic),
            HTTPHeader("apns-push-type", push.kind.rawValue),
            HTTPHeader("apns-priority", String(push.priority.rawValue)),
            // Zero means "one attempt, do not store"; a time in the past means no more than that.
            HTTPHeader("apns-expiration", String(max(0, push.expiration.seconds))),
        ]
        if let collapseID = push.collapseID { headers.append(HTTPHeader("apns-collapse-id", collapseID)) }
        return HTTPRequest(
            method: "POST",
            url: "\(origin)/3/device/\(address.token.hex)",
            headers: headers,
            body: push.payload,
            timeout: timeout,
            profile: profile
        )
    }
}
