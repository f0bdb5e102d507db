import HTTPTypes
package import Hummingbird

/// Finds out who asks, where a proxy stands between.
package struct ClientAddress: Sendable {
    private let trustedProxies: Set<IPAddress>

    /// Believes these proxies when they name a client.
    package init(trustedProxies: Set<IPAddress>) {
        self.trustedProxies = trustedProxies
    }

    /// The network of the client: that of the peer, or of the last address in a trusted proxy's `X-Forwarded-For`.
    ///
    /// Only the last one: what stands before it came from the client, who may write there what it likes. Requests without
    /// any address count as one client.
    package func network(of request: Request, peer: IPAddress?) -> [UInt8] {
        guard let peer else { return [] }
        guard trustedProxies.contains(peer), let header = request.headers[Self.forwardedFor] else {
            return peer.network
        }
        let last = header[(header.lastIndex(of: ",").map { header.index(after: $0) } ?? header.startIndex)...]
        return (IPAddress(last.trimmed) ?? peer).network
    }

    private static let forwardedFor = HTTPField.Name("x-forwarded-for") ?? .via
}
