/// Carries requests to a relay; the one thing that an app has to bring along.
///
/// DeviceKit knows no network of its own, so that an app can stand it on URLSession and a server on libcurl.
public protocol Transport: Sendable {
    /// Sends a request and waits for the whole answer, whatever its status.
    ///
    /// The request goes out byte for byte as given: its target is bound into the sealed envelope, and a redirect is not
    /// followed.
    ///
    /// - Throws: when there is no complete answer.
    func send(_ request: WireRequest) async throws(TransportError) -> WireResponse

    /// Sends a request and returns as soon as the answer's head is there; the body goes on arriving.
    ///
    /// - Throws: when there is no head.
    func stream(_ request: WireRequest) async throws(TransportError) -> WireStream
}

/// Why no complete answer came.
public enum TransportError: Error, Hashable, Sendable {
    /// No connection: no network, no such host, nobody listening. Nothing was sent.
    case unreachable(String)
    /// The relay's certificate is not trusted. Nothing was sent.
    case untrusted(String)
    /// The connection broke, or the time was up, after the request may have arrived.
    case interrupted(String)
    /// The caller gave up.
    case cancelled

    /// Whether the same bytes may be sent again at once.
    ///
    /// Always safe, since the relay answers a repeated `jti` with the stored answer; useless where nothing will change.
    public var isRetryable: Bool {
        switch self {
        case .unreachable, .interrupted: true
        case .untrusted, .cancelled: false
        }
    }
}

extension TransportError: CustomStringConvertible {
    /// What went wrong and what to do.
    public var description: String {
        switch self {
        case .unreachable(let reason): "The relay cannot be reached (\(reason)). Check the network and its address."
        case .untrusted(let reason): "The relay's certificate is not trusted (\(reason)). Do not go on."
        case .interrupted(let reason): "The connection broke before the relay had answered (\(reason)). Try again."
        case .cancelled: "The request was given up."
        }
    }
}
