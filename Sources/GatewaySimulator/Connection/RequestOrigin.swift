/// Where a request came in.
struct RequestOrigin: Hashable {
    /// The environment of the listener that accepted its connection.
    var environment: GatewaySimulator.Environment
    /// The connection, numbered from 1 in the order of acceptance.
    var connection: Int
    /// The HTTP/2 stream.
    var stream: Int
}
