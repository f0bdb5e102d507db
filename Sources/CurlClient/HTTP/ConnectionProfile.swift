/// How connections are made; requests with equal profiles share them.
///
/// The name keeps apart what must not share a connection although everything else is equal: APNs, for one, allows one
/// team per connection.
public struct ConnectionProfile: Hashable, Sendable {
    /// Which versions of HTTP may be spoken.
    public enum Version: Hashable, Sendable {
        /// HTTP/2 alone, chosen by ALPN; a server that cannot is an error.
        case http2
        /// HTTP/1.1 alone.
        case http1
    }

    /// What tells this pool from others of the same kind.
    public var name: String
    /// Which version is spoken; default HTTP/1.1.
    public var version: Version
    /// A PEM file of certificate authorities that are trusted besides the system's; nil for the system's alone.
    public var certificateAuthorityFile: String?
    /// Whether connections are made to addresses of the public Internet alone, for URLs that strangers name; default no.
    ///
    /// The address is looked at when the connection is made, so that a name that changes its mind helps nobody, and no
    /// proxy is used. A request that finds none but other addresses throws ``CurlError/invalidRequest(_:)``.
    public var reachesPublicAddressesOnly = false
    /// How many requests may be in flight on one set of connections at once; the rest wait in the order of their calls.
    ///
    /// Default 100: with more, libcurl's cost per request grows and its fairness falls. Streams do not count.
    public var maximumInFlight: Int
    /// How many HTTP/2 connections may carry requests side by side; default 1.
    ///
    /// Another is opened only while a request waits because those there are full, by ``maximumInFlight`` or by the
    /// peer's own limit of streams. One that takes over from its predecessor does not count.
    public var maximumConnections: Int
    /// After how long without any answer an HTTP/2 connection with requests in flight counts as stalled; nil, the
    /// default, is never.
    ///
    /// Where the process itself was held up, half of that time is left to the peer afterwards, all the same. Nothing more
    /// is sent on a stalled connection. What is in flight there fails with ``CurlError/stalled`` as soon as
    /// the peer answers on a fresh one; the oldest request at once where nothing else waits that could find out.
    public var stallTimeout: Duration?
    /// After how many requests an HTTP/2 connection is replaced; nil chooses by libcurl's version.
    ///
    /// Before 8.14 libcurl resets every stream whose response has no body, and peers that guard against rapid resets
    /// close the connection: nghttp2 after some 1,000, SwiftNIO after 200 in 30 s. So the default is 150 for such a
    /// libcurl and no limit for a newer one. What is in flight on the old connection ends there.
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
