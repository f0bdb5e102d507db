import AlarmCore
import AlarmWire
import Sealing

extension LocalDevice {
    /// How far apart the clocks may be before the device begins to correct its own.
    ///
    /// 30 s, half of what the relay tolerates.
    private static let clockTolerance = Span.seconds(30)

    /// Sends a sealed request and reads the answer.
    func perform<Response: WireDecodable>(_ request: EndpointRequest<Response>) async throws(DeviceError) -> Response {
        try Self.read(try await send(request), to: request)
    }

    /// Sends a sealed request whose answer only confirms that it was done.
    func perform(_ request: EndpointRequest<NoContent>) async throws(DeviceError) {
        try await send(request)
    }

    /// Sends a sealed request and leaves the answer unread.
    @discardableResult
    func send(_ request: EndpointRequest<some Any>) async throws(DeviceError) -> WireResponse {
        let response = try await exchange(seal(request))
        guard let serverTime = Self.clockSkew(response) else { return try Self.succeed(response, request) }
        try learnClock(serverTime)
        // Sealed anew: a request refused for its time was not stored, and the same bytes would be refused again.
        return try Self.succeed(try await exchange(seal(request)), request)
    }

    /// Opens a stream of events with a sealed request.
    func openStream(
        _ asked: EndpointRequest<StreamEvent>,
        headers: [WireRequest.Header]
    ) async throws(DeviceError) -> WireStream {
        func open() async throws(DeviceError) -> WireStream {
            var request = try seal(asked)
            request.headers += headers
            do {
                return try await transport.stream(request)
            } catch {
                throw error == .cancelled ? .cancelled : .transport(error)
            }
        }
        let stream = try await open()
        guard !stream.isSuccess else { return stream }
        let refusal = await Self.collect(stream)
        if let serverTime = Self.clockSkew(refusal) {
            try learnClock(serverTime)
            let second = try await open()
            guard !second.isSuccess else { return second }
        }
        _ = try Self.succeed(refusal, asked)
        throw .protocolViolation("status \(stream.status) for an event stream")
    }

    /// Sends the same bytes until an answer arrives, or the retries are used up.
    ///
    /// - Throws: the last fault; but an interruption, if there was one, because the request may have arrived then.
    func exchange(_ request: WireRequest) async throws(DeviceError) -> WireResponse {
        var attempt = 0
        var interruption: TransportError?
        while true {
            do {
                return try await transport.send(request)
            } catch {
                guard error != .cancelled else { throw .cancelled }
                if case .interrupted = error { interruption = error }
                guard error.isRetryable, attempt < configuration.repeats else {
                    throw .transport(interruption ?? error)
                }
            }
            attempt += 1
            do {
                try await configuration.wait(.seconds(Int64(attempt)))
            } catch {
                throw .cancelled
            }
        }
    }

    /// Stores the difference of the relay's clock, if it is large enough to matter.
    func learnClock(_ serverTime: Instant) throws(DeviceError) {
        let offset = serverTime - localTime
        let change = offset - profile.clockOffset
        guard change > Self.clockTolerance || change < -Self.clockTolerance else { return }
        try update { $0.clockOffset = offset }
    }

    private func seal(_ request: EndpointRequest<some Any>) throws(DeviceError) -> WireRequest {
        guard let device = profile.deviceID else { throw .notRegistered }
        let sealer = try DeviceError.mapping {
            try RequestSealer(
                origin: profile.relay,
                deviceKey: profile.deviceKey,
                keyID: EnvelopeKeyID(device: device, generation: profile.keyGeneration)
            )
        }
        var generator = SecureRandom()
        return try sealer.seal(
            RequestPlaintext(request, issuedAt: now, id: RequestID.random(using: &generator))
        )
    }
}

extension LocalDevice {
    /// Reads an answer; unknown members are ignored.
    static func read<Response: WireDecodable>(
        _ response: WireResponse,
        to request: EndpointRequest<Response>
    ) throws(DeviceError) -> Response {
        do {
            var object = try ObjectReader(JSONValue(parsing: response.body, limits: request.answerLimits))
            return try Response(reading: &object)
        } catch {
            throw .protocolViolation("the answer to \(request.method.rawValue) \(request.target) is unusable: \(error)")
        }
    }

    /// Returns the answer if the relay did what it was asked; throws otherwise.
    static func succeed(
        _ response: WireResponse,
        _ request: EndpointRequest<some Any>
    ) throws(DeviceError) -> WireResponse {
        guard !response.isSuccess else { return response }
        guard let problem = problem(in: response) else {
            throw .protocolViolation(
                "status \(response.status) without a reason for \(request.method.rawValue) \(request.target)"
            )
        }
        let seconds = response.header("retry-after").flatMap { Int64($0) }
        throw .refused(problem, retryAfter: seconds.map { .seconds($0) })
    }

    private static func clockSkew(_ response: WireResponse) -> Instant? {
        guard response.status == 401, let problem = problem(in: response), problem.kind == .clockSkew else {
            return nil
        }
        return problem.serverTime
    }

    private static func problem(in response: WireResponse) -> Problem? {
        try? Problem(wire: response.body, limits: .answer)
    }

    /// Collects the start of a stream that is an ordinary answer rather than a stream of events.
    private static func collect(_ stream: WireStream) async -> WireResponse {
        var body: [UInt8] = []
        do {
            for try await piece in stream.body where body.count < JSONLimits.request.bytes { body += piece }
        } catch {
            // An error report uses whatever has arrived.
        }
        return WireResponse(status: stream.status, headers: stream.headers, body: body)
    }
}

extension Span {
    static func - (left: Span, right: Span) -> Span { left + -right }
}
