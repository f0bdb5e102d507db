public import AlarmWire

/// One HTTP request, complete and sealed, ready to be sent and resent.
public struct WireRequest: Hashable, Sendable {
    /// One header line.
    public struct Header: Hashable, Sendable {
        /// The name, in lower case.
        public var name: String
        /// The value.
        public var value: String

        /// Makes a header line.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The relay.
    public var origin: Origin
    /// The method.
    public var method: RequestMethod
    /// The request target: path and query, exactly as it was sealed.
    public var target: String
    /// The header lines.
    public var headers: [Header]
    /// The body; empty for a method that carries none.
    public var body: [UInt8]

    /// Makes a request.
    public init(origin: Origin, method: RequestMethod, target: String, headers: [Header] = [], body: [UInt8] = []) {
        self.origin = origin
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// The absolute URL.
    public var url: String { origin.text + target }
}
