/// One HTTP request, complete before it is sent.
public struct HTTPRequest: Sendable {
    /// The method, in capitals.
    public var method: String
    /// The absolute `https` or `http` URL, percent-encoded.
    public var url: String
    /// The header lines, sent as given; libcurl adds none of its own but `host` and `content-length`.
    public var headers: [HTTPHeader]
    /// The body; nothing is sent when it is empty and the method is `GET`, `HEAD` or `DELETE`.
    public var body: [UInt8]
    /// The longest that the whole exchange may take, from the call and so including any wait for a free slot; nil for
    /// no limit.
    public var timeout: Duration?
    /// The profile, which decides how the connection is made and shared.
    public var profile: ConnectionProfile

    /// Makes a request.
    public init(
        method: String = "GET",
        url: String,
        headers: [HTTPHeader] = [],
        body: [UInt8] = [],
        timeout: Duration? = .seconds(30),
        profile: ConnectionProfile = ConnectionProfile()
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.profile = profile
    }

    /// The fault in the request; nil without one.
    var fault: String? {
        if method.isEmpty || !method.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return "the method is not a token" }
        if url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) {
            return "the URL holds a space or control character"
        }
        if let line = headers.first(where: \.isMalformed) {
            return "the header \(line.name.debugDescription) is malformed"
        }
        return nil
    }
}
