import AlarmCore
import AlarmWire
import Sealing

extension LocalDevice {
    /// How far apart the clocks may be before the device begins to correct its own.
    ///
    /// 30 s, half of what the relay tolerates.
    private static let clockTolerance = Span.seconds(30)

    /// Sends a sealed request and reads the answer.
    func call<Answer: WireDecodable>(
        _ method: RequestMethod,
        _ target: String,
        body: (any WireEncodable)? = nil,
        as type: Answer.Type = Answer.self
    ) async throws(DeviceError) -> Answer {
        let response = try await call(method, target, body: body)
        return try Self.read(response, of: method, target)
    }

    /// Sends a sealed request whose answer says nothing but that it was done.
    @discardableResult
    func call(
        _ method: RequestMethod,
        _ target: String,
        body: (any WireEncodable)? = nil
    ) async throws(DeviceError) -> WireResponse {
        let response = try await exchange(seal(method, target, body: body))
        guard let serverTime = Self.clockSkew(response) else { return try Self.succeed(response, of: method, target) }
        try learnClock(serverTime)
        // Sealed anew: what was refused for its time was not stored, and the same bytes would be refused again.
        return try Self.succeed(try await exchange(seal(method, target, body: body)), of: method, target)
    }

    /// Opens a stream with a sealed request.
    func openStream(_ target: String, headers: [WireRequest.Header]) async throws(DeviceError) -> WireStream {
        func open() async throws(DeviceError) -> WireStream {
            var request = try seal(.get, target, body: nil)
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
        _ = try Self.succeed(refusal, of: .get, target)
        throw .protocolViolation("status \(stream.status) for an event stream")
    }

    /// Sends the same bytes until an answer comes, or the repeats are used up.
    func exchange(_ request: WireRequest) async throws(DeviceError) -> WireResponse {
        var attempt = 0
        while true {
            do {
                return try await transport.send(request)
            } catch {
                guard error != .cancelled else { throw .cancelled }
                guard error.isRetryable, attempt < configuration.repeats else { throw .transport(error) }
            }
            attempt += 1
            do {
                try await configuration.wait(.seconds(Int64(attempt)))
            } catch {
                throw .cancelled
            }
        }
    }

    /// Remembers by how much the relay's clock differs, if it matters.
    func learnClock(_ serverTime: Instant) throws(DeviceError) {
        let offset = serverTime - localTime
        let change = offset - profile.clockOffset
        guard change > Self.clockTolerance || change < -Self.clockTolerance else { return }
        try update { $0.clockOffset = offset }
    }

    private func seal(
        _ method: RequestMethod,
        _ target: String,
        body: (any WireEncodable)?
    ) throws(DeviceError) -> WireRequest {
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
            RequestPlaintext(
                issuedAt: now,
                id: RequestID.random(using: &generator),
                method: method,
                target: target,
                body: body?.json
            )
        )
    }
}

extension LocalDevice {
    /// Reads an answer; a member that this side does not know yet is let pass.
    static func read<Answer: WireDecodable>(
        _ response: WireResponse,
        of method: RequestMethod,
        _ target: String,
        limits: JSONLimits = .answer
    ) throws(DeviceError) -> Answer {
        do {
            var object = try ObjectReader(JSONValue(parsing: response.body, limits: limits))
            return try Answer(reading: &object)
        } catch {
            throw .protocolViolation("the answer to \(method.rawValue) \(target) is unusable: \(error)")
        }
    }

    /// The answer, if the relay did what it was asked.
    static func succeed(
        _ response: WireResponse,
        of method: RequestMethod,
        _ target: String
    ) throws(DeviceError) -> WireResponse {
        guard !response.isSuccess else { return response }
        guard let problem = problem(in: response) else {
            throw .protocolViolation("status \(response.status) without a reason for \(method.rawValue) \(target)")
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

    /// The first bytes of a stream that is no stream of events but an answer.
    private static func collect(_ stream: WireStream) async -> WireResponse {
        var body: [UInt8] = []
        do {
            for try await piece in stream.body where body.count < JSONLimits.request.bytes { body += piece }
        } catch {
            // What has arrived is all there is to tell.
        }
        return WireResponse(status: stream.status, headers: stream.headers, body: body)
    }
}

extension Span {
    static func - (left: Span, right: Span) -> Span { left + -right }
}
