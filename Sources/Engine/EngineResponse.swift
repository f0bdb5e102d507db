package import AlarmCore
package import AlarmWire
package import Storage

/// The identity of a device's request, by which a repeat is recognised (PA1 section 3).
package struct RequestName: Hashable, Sendable {
    package var device: DeviceID
    package var jti: [UInt8]
    /// A hash of the request's plaintext.
    package var digest: [UInt8]
    package var issuedAt: Instant

    package init(device: DeviceID, jti: [UInt8], digest: [UInt8], issuedAt: Instant) {
        self.device = device
        self.jti = jti
        self.digest = digest
        self.issuedAt = issuedAt
    }
}

/// The answer to a request.
///
/// A problem that is returned is committed with the rest of its transaction, as a wrong claim must be counted; a
/// problem that is thrown rolls everything back.
package struct EngineResponse: Hashable, Sendable {
    package var status: Int
    package var body: [UInt8]
    /// Whether the answer repeats an earlier one, to the same request.
    package var isReplay = false

    package init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }

    package init(_ status: Int, _ message: some WireEncodable) {
        self.init(status: status, body: message.wire)
    }

    package init(_ problem: Problem) {
        self.init(status: problem.status, body: problem.wire)
    }
}

extension RelayTransaction {
    /// Answers a request once: a repeat gets the stored answer, without its effect.
    ///
    /// The answer and its effect are committed together, so that no crash can separate them.
    ///
    /// - Parameters:
    ///   - request: identifies the request.
    ///   - rows: what `body` reads first, as far as the request names it.
    ///   - body: handles the request of the device as this transaction reads it.
    /// - Returns: the answer of `body`, now or the first time.
    /// - Throws: the problem `jti-reused` when the identifier was used for another request, `unauthorized` when the
    ///   device is gone, `rate-limited` beyond ``Limits/keptAnswers``, or the error of `body`.
    package func once(
        _ request: RequestName,
        reading rows: @autoclosure () throws -> [Prefetch] = [],
        _ body: (Device) throws -> EngineResponse
    ) throws -> EngineResponse {
        if transaction.prefetches {
            let own: [Prefetch] = [
                .replay(of: request.device, jti: request.jti), .device(request.device),
                .replayCount(of: request.device, limit: engine.limits.keptAnswers),
            ]
            try transaction.prefetch(own + rows())
        }
        if let replay = try transaction.replay(of: request.device, jti: request.jti) {
            guard replay.digest == request.digest else {
                throw Problem(.jtiReused)
            }
            var answer = EngineResponse(
                status: replay.status,
                body: try engine.vault.openAnswer(replay.body, to: request.jti, of: request.device)
            )
            answer.isReplay = true
            return answer
        }
        // The device existed when the envelope was opened, but may have been removed since.
        guard let device = try transaction.device(request.device) else { throw Problem(.unauthorized) }
        let most = engine.limits.keptAnswers
        guard try transaction.replayCount(of: device.id, limit: most) < most else {
            throw Problem(.rateLimited, detail: "this device made \(most) changes within minutes: wait a while")
                .after(EnvelopeLimits.age + EnvelopeLimits.clockLead)
        }
        let answer = try body(device)
        try transaction.insert(
            Replay(
                device: request.device,
                jti: request.jti,
                digest: request.digest,
                status: answer.status,
                body: try engine.vault.seal(answer: answer.body, to: request.jti, of: request.device),
                expiresAt: max(now, request.issuedAt) + EnvelopeLimits.age + EnvelopeLimits.clockLead
            )
        )
        return answer
    }
}
