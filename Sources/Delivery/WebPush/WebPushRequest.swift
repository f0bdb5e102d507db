package import AlarmCore
package import CurlClient
package import Sealing

/// The HTTP request that RFC 8030 describes for a message.
package enum WebPushRequest {
    /// The topic of an alarm: 24 bytes of a hash of its identifier alone, 32 characters of base64url.
    ///
    /// A later message of the alarm replaces an earlier one that the push service still stores (RFC 8030, section 5.4);
    /// so a cancelled alarm does not ring a browser that comes back.
    ///
    /// - Throws: `SealingError.library`.
    package static func topic(of alarm: AlarmID) throws(SealingError) -> String {
        Base64URL.encode(try SHA256.hash(Array("reveille topic".utf8) + alarm.bytes).prefix(24))
    }

    /// Creates the request for one attempt.
    ///
    /// - Parameters:
    ///   - push: The push to send.
    ///   - endpoint: The URL to post to.
    ///   - body: The sealed message.
    ///   - authorization: The relay's token for the endpoint's origin.
    ///   - now: The present time, from which the time to live is counted.
    ///   - timeout: The longest time for the exchange.
    ///   - profile: The profile of the connection.
    /// - Returns: The request.
    package static func make(
        _ push: RenderedPush,
        to endpoint: WebURL,
        body: [UInt8],
        authorization: String,
        now: Instant,
        timeout: Duration,
        profile: ConnectionProfile
    ) -> HTTPRequest {
        var headers = [
            HTTPHeader("authorization", authorization),
            HTTPHeader("content-encoding", "aes128gcm"),
            HTTPHeader("content-type", "application/octet-stream"),
            // What is stored beyond its deadline would speak of a moment that is over.
            HTTPHeader("ttl", String(max(0, (push.deadline - now).milliseconds / 1000))),
            HTTPHeader("urgency", WebPushUrgency(push.priority).rawValue),
        ]
        if let topic = push.collapseID { headers.append(HTTPHeader("topic", topic)) }
        return HTTPRequest(
            method: "POST",
            url: endpoint.text,
            headers: headers,
            body: body,
            timeout: timeout,
            profile: profile
        )
    }
}
