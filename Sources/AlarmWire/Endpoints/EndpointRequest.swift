public import AlarmCore

/// A request to an endpoint that answers with an `Answer`, before it is sealed in an envelope.
public struct EndpointRequest<Answer>: Sendable {
    /// The method.
    public let method: RequestMethod
    /// The request target: path and query, identical in the envelope's `htu` and on the wire.
    public let target: String
    /// The message; nil where the method carries no body.
    public let body: JSONValue?
    /// The largest size and depth of the answer.
    public let answerLimits: JSONLimits
}

extension RequestPlaintext {
    /// Makes the plaintext of an envelope for `request`; `issuedAt` is cut to whole seconds when written.
    public init(_ request: EndpointRequest<some Any>, issuedAt: Instant, id: RequestID) {
        self.init(issuedAt: issuedAt, id: id, method: request.method, target: request.target, body: request.body)
    }
}

extension Endpoint {
    /// Makes a request for `target` with `message`.
    public func callAsFunction(_ target: Target, _ message: Request) -> EndpointRequest<Answer>
    where Request: WireEncodable {
        EndpointRequest(
            method: method,
            target: self.target(target),
            body: method.carriesBody ? message.json : nil,
            answerLimits: answerLimits
        )
    }

    /// Makes a request for `target`.
    public func callAsFunction(_ target: Target) -> EndpointRequest<Answer> where Request == NoContent {
        self(target, NoContent())
    }

    /// Makes a request with `message`.
    public func callAsFunction(_ message: Request) -> EndpointRequest<Answer>
    where Target == NoTarget, Request: WireEncodable {
        self(NoTarget(), message)
    }

    /// Makes a request.
    public func callAsFunction() -> EndpointRequest<Answer> where Target == NoTarget, Request == NoContent {
        self(NoTarget(), NoContent())
    }
}
