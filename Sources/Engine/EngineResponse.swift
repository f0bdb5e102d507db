package import AlarmCore
package import AlarmWire
import Storage

/// Names a device's request, so that a repeat of it is recognised (PA1 section 3).
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

/// What a request is answered with.
///
/// A problem that is returned as an answer is committed with whatever else its transaction did, as a wrong claim must
/// be counted; a problem that is thrown undoes all.
package struct Answer: Hashable, Sendable {
    package var status: Int
    package var body: [UInt8]
    /// Whether it was given before, to the same request.
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

extension Work {
    /// Answers a request once: a repeat gets the stored answer, and what it does is not done again.
    ///
    /// The answer and its effect are committed together, so that no crash can separate them.
    ///
    /// - Throws: the problem `jti-reused` when the name was used for another request, or what `body` throws.
    package func once(_ request: RequestName, _ body: (Work) throws -> Answer) throws -> Answer {
        if let replay = try transaction.replay(of: request.device, jti: request.jti) {
            guard replay.digest == request.digest else {
                throw Problem(.jtiReused)
            }
            var answer = Answer(
                status: replay.status,
                body: try engine.vault.openAnswer(replay.body, to: request.jti, of: request.device)
            )
            answer.isReplay = true
            return answer
        }
        // It was there when the envelope was opened; it may have been removed since.
        guard try transaction.device(request.device) != nil else { throw Problem(.unauthorized) }
        let answer = try body(self)
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
