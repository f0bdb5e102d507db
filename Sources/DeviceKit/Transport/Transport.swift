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
