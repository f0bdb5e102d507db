/// One operation of a relay's HTTP interface: method, path, request, answer, and who may call it.
///
/// Both sides use the same value. The relay routes requests by it; a device builds an ``EndpointRequest`` from it and reads
/// the answer as an `Answer`.
public struct Endpoint<Target: EndpointTarget, Request: Sendable, Answer>: AnyEndpoint {
    /// The method.
    public let method: RequestMethod
    /// The path, with a placeholder for each value, as in `/v1/alarms/{id}`; logs name a route by it.
    public let path: String
    /// Who may call it.
    public let access: EndpointAccess
    /// The statuses of success, the most common one first.
    public let statuses: [Int]
    /// The largest size and depth of an answer.
    public let answerLimits: JSONLimits

    /// Describes an endpoint.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - path: the path, with the placeholders that `Target` fills.
    ///   - access: who may call it.
    ///   - statuses: the statuses of success; by default 204 for an answer without content, else 200.
    ///   - answerLimits: the largest size and depth of an answer.
    public init(
        _ method: RequestMethod,
        _ path: String,
        by access: EndpointAccess = .device,
        statuses: [Int]? = nil,
        answerLimits: JSONLimits = .answer
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.statuses = statuses ?? [Answer.self == NoContent.self ? 204 : 200]
        self.answerLimits = answerLimits
    }

    /// The type of the request's message.
    public var request: any Any.Type { Request.self }
    /// The type of the answer.
    public var answer: any Any.Type { Answer.self }

    /// The request target for `target`: path and query.
    public func target(_ target: Target) -> String {
        var text = path
        for (name, value) in target.pathValues { text = text.replacing("{\(name)}", with: value) }
        assert(!text.contains("{"), "\(Target.self) does not fill \(path)")
        let query = target.query.compactMap { name, value in value.map { "\(name)=\($0)" } }
        return query.isEmpty ? text : text + "?" + query.joined(separator: "&")
    }
}

extension Endpoint where Target == NoTarget {
    /// The request target: the path.
    public var target: String { path }
}

/// An endpoint whose types are erased, for lists of endpoints.
public protocol AnyEndpoint: Sendable {
    /// The method.
    var method: RequestMethod { get }
    /// The path, with a placeholder for each value.
    var path: String { get }
    /// Who may call it.
    var access: EndpointAccess { get }
    /// The statuses of success, the most common one first.
    var statuses: [Int] { get }
    /// The type of the request's message; ``NoContent`` for a request without one.
    var request: any Any.Type { get }
    /// The type of the answer.
    var answer: any Any.Type { get }
}

/// Who may call an endpoint.
public enum EndpointAccess: Hashable, Sendable {
    /// A registered device, by its envelope.
    case device
    /// A registered device, by its envelope; rate-limited per network, since a caller could be guessing codes.
    case claimingDevice
    /// Anybody, without an envelope, because the relay has no key of the device yet; rate-limited as a claim.
    case newDevice
    /// Anybody, without an envelope, because the answer is public.
    case anybody

    /// Whether the caller has to prove its identity with an envelope.
    public var needsEnvelope: Bool { self == .device || self == .claimingDevice }
    /// Whether requests are rate-limited per network.
    public var isCounted: Bool { self == .claimingDevice || self == .newDevice }
}
