import HTTPTypes
package import Hummingbird

/// Determines the client of a request that may come through a proxy.
package struct ClientAddress: Sendable {
    private let trustedProxies: Set<IPAddress>

    /// Trusts these proxies to name a client.
    package init(trustedProxies: Set<IPAddress>) {
        self.trustedProxies = trustedProxies
    }

    /// Returns the network of the client: that of the peer, or of the last address in a trusted proxy's
    /// `X-Forwarded-For`.
    ///
    /// Only the last address counts: the client can send any others. Requests without an address count as one client.
    package func network(of request: Request, peer: IPAddress?) -> [UInt8] {
        guard let peer else { return [] }
        guard trustedProxies.contains(peer), let header = request.headers[Self.forwardedFor] else {
            return peer.network
        }
        let last = header[(header.lastIndex(of: ",").map { header.index(after: $0) } ?? header.startIndex)...]
        return (IPAddress(last.trimmed) ?? peer).network
    }

    /// Returns the network of the client; nil where a trusted proxy has not named it, or where there is none.
    package func client(of request: Request, peer: IPAddress?) -> [UInt8]? {
        guard let peer else { return nil }
        let network = network(of: request, peer: peer)
        return trustedProxies.contains(peer) && network == peer.network ? nil : network
    }

    private static let forwardedFor = HTTPField.Name("x-forwarded-for") ?? .via
}
