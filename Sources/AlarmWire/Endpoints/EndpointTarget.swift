public import AlarmCore

/// The values in a request target: those that fill an endpoint's path, and those of its query.
///
/// The envelope's `htu` repeats the target exactly. Values consist of characters that need no percent-encoding (RFC 3986,
/// section 2.3), so that there is one spelling.
public protocol EndpointTarget: Sendable {
    /// Reads the values of a received target.
    ///
    /// - Throws: the problem `not-found` for an invalid value in the path, `malformed` for one in the query.
    init(reading values: TargetValues) throws(Problem)

    /// The values of the path by placeholder.
    var pathValues: KeyValuePairs<String, String> { get }
    /// The values of the query by name, in order; nil values are omitted.
    var query: KeyValuePairs<String, String?> { get }
}

extension EndpointTarget {
    /// No query.
    public var query: KeyValuePairs<String, String?> { [:] }
}

/// The values in the target of a received request.
public struct TargetValues {
    private let path: (String) -> String?
    private let query: (String) -> String?

    /// Takes a lookup for the values of the path, and one for those of the query.
    public init(path: @escaping (String) -> String?, query: @escaping (String) -> String?) {
        self.path = path
        self.query = query
    }

    /// The identifier under `name` in the path.
    ///
    /// - Throws: the problem `not-found` for a text that is no identifier.
    public func identifier<Kind>(_ name: String = "id") throws(Problem) -> Identifier<Kind> {
        guard let text = path(name), let id = Identifier<Kind>(text) else { throw Problem(.notFound) }
        return id
    }

    /// The value under `name` in the query, parsed; nil if it is absent.
    ///
    /// - Throws: the problem `malformed` if `parse` returns nil; its detail is the name followed by `expected`.
    public func query<Value>(
        _ name: String,
        _ expected: String,
        _ parse: (String) -> Value?
    ) throws(Problem) -> Value? {
        guard let text = query(name) else { return nil }
        guard let value = parse(text) else { throw Problem(.malformed, detail: "\(name) \(expected)") }
        return value
    }
}

/// The target of an endpoint without values in path and query.
public struct NoTarget: EndpointTarget, Hashable {
    /// Makes it.
    public init() {}

    /// Reads nothing.
    public init(reading values: TargetValues) {}

    /// None.
    public var pathValues: KeyValuePairs<String, String> { [:] }
}

/// A target with one value, the `id` in the path.
extension Identifier: EndpointTarget {
    /// Reads the identifier in the path.
    public init(reading values: TargetValues) throws(Problem) {
        self = try values.identifier()
    }

    /// The identifier.
    public var pathValues: KeyValuePairs<String, String> { ["id": description] }
}

/// A list from its beginning or from a cursor on.
public struct CursorTarget: EndpointTarget, Hashable {
    /// The cursor of the previous answer; nil for the beginning.
    public var since: SyncCursor?

    /// Makes a target.
    public init(since: SyncCursor? = nil) {
        self.since = since
    }

    /// Reads the cursor in the query.
    public init(reading values: TargetValues) throws(Problem) {
        since = try values.query("since", "has to be a cursor that the relay gave out; ask without one") { text in
            SyncCursor(text)
        }
    }

    /// None.
    public var pathValues: KeyValuePairs<String, String> { [:] }
    /// The cursor.
    public var query: KeyValuePairs<String, String?> { ["since": since?.text] }
}
