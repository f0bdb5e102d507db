/// The way in which connections are made; requests with equal profiles share them.
///
/// The name separates requests that must not share a connection although everything else is equal: APNs, for one,
/// allows one team per connection.
public struct ConnectionProfile: Hashable, Sendable {
    /// A version of HTTP.
    public enum Version: Hashable, Sendable {
        /// HTTP/2 only, chosen by ALPN; a server without it is an error.
        case http2
        /// HTTP/1.1 only.
        case http1
        /// HTTP/2 where the server offers it by ALPN, else HTTP/1.1; for servers that others choose.
        ///
        /// libcurl decides about connections and streams, and may resend a request that got no answer: only for requests
        /// whose repetition does no harm. Of ``ConnectionProfile``, `maximumConnections` and `stallTimeout` do not apply.
        case negotiated
    }

    /// The name that distinguishes this pool from others of the same kind.
    public var name: String
    /// The version used; default HTTP/1.1.
    public var version: Version
    /// A PEM file of certificate authorities that are trusted besides the system's; nil for the system's only.
    public var certificateAuthorityFile: String?
    /// Whether connections are made to addresses of the public Internet only, for URLs that strangers name; default no.
    ///
    /// The address is checked when the connection is made, so that a name that resolves differently later does not get
    /// round the check, and no proxy is used. A request that finds only other addresses throws
    /// ``CurlError/invalidRequest(_:)``.
    public var reachesPublicAddressesOnly = false
    /// Where connections are made in place of the URL's own host and port, as `HOST:PORT`; nil for those themselves.
    ///
    /// The URL still says which name the server's certificate has to bear. An IPv6 address stands in brackets.
    public var connectsTo: String?
    /// The most requests in flight at once on one set of connections; the rest wait in the order of their calls.
    ///
    /// Default 100: with more, libcurl's cost per request grows and its fairness falls. Streams do not count.
    public var maximumInFlight: Int
    /// The most HTTP/2 connections that carry requests side by side; default 1.
    ///
    /// Another is opened only while a request waits because the present ones are full, by ``maximumInFlight`` or by the
    /// peer's own limit of streams. A connection that replaces another does not count.
    public var maximumConnections: Int
    /// The time without any answer after which an HTTP/2 connection with requests in flight counts as stalled; nil, the
    /// default, is never.
    ///
    /// If the process itself was held up, the peer still gets half of that time afterwards. Nothing more is sent on a
    /// stalled connection. Requests in flight there fail with ``CurlError/stalled`` as soon as the peer answers on a
    /// fresh one; the oldest fails at once where no other request is waiting to test that.
    public var stallTimeout: Duration?
    /// The number of requests after which a connection that may be HTTP/2 is replaced; nil chooses by libcurl's version.
    ///
    /// Before 8.14 libcurl resets every stream whose response has no body, and peers that guard against rapid resets
    /// close the connection: nghttp2 after some 1,000, SwiftNIO after 200 in 30 s. So the default is 150 for such a
    /// libcurl and no limit for a newer one. Requests in flight on the old connection finish there.
    public var requestsPerConnection: Int?

    /// Makes a profile.
    public init(
        name: String = "",
        version: Version = .http1,
        certificateAuthorityFile: String? = nil,
        maximumInFlight: Int = 100,
        maximumConnections: Int = 1,
        stallTimeout: Duration? = nil,
        requestsPerConnection: Int? = nil
    ) {
        self.name = name
        self.version = version
        self.certificateAuthorityFile = certificateAuthorityFile
        self.maximumInFlight = maximumInFlight
        self.maximumConnections = maximumConnections
        self.stallTimeout = stallTimeout
        self.requestsPerConnection = requestsPerConnection
    }
}
