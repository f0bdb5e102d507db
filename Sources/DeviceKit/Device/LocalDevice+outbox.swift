import AlarmCore
public import AlarmWire

/// The result of sending one alarm that was kept.
public enum OutboxResult: Hashable, Sendable {
    /// The relay has it.
    case set(SentAlarm, AlarmAccepted)
    /// The relay has been told that it was taken back.
    case withdrawn(SentAlarm)
    /// The relay refuses it for good, with the reason; it is kept no longer.
    ///
    /// The kind of problem is `gone` where the pair has ended; nil where this device refuses it, or the relay named a
    /// kind that it does not know.
    case refused(SentAlarm, reason: String, kind: ProblemKind?)
    /// It waits on, with the reason.
    case kept(SentAlarm, reason: String)
}

extension LocalDevice {
    /// How long an alarm that another process has begun to send is left to it.
    ///
    /// 30 s. Whoever sends it then sends the same request, which sets it once.
    static let sendingTime = Span.seconds(30)

    /// Sends the alarms that were set while the relay could not be reached, oldest first.
    ///
    /// Each is the same request as before, which a relay accepts once, however often it comes: an alarm whose answer was
    /// lost is found out about rather than set twice. Stops at the first one for which the relay cannot be reached.
    /// One that another process of the same user is sending now is left to it.
    ///
    /// - Returns: what became of each alarm, unless another process has found that out.
    /// - Throws: ``DeviceError/profile(_:)``, ``DeviceError/cancelled``.
    @discardableResult
    public func sendOutbox() async throws(DeviceError) -> [OutboxResult] {
        try reload()
        var results: [OutboxResult] = []
        var obstacle: String?
        for sent in profile.outbox {
            if let since = sent.sendingSince, since <= localTime, localTime - since < Self.sendingTime { continue }
            if let obstacle {
                results.append(.kept(sent, reason: obstacle))
                continue
            }
            do {
                if let result = try await send(kept: sent) { results.append(result) }
            } catch {
                switch error {
                case .profile, .cancelled: throw error
                case .undelivered(_, let reason):
                    obstacle = "\(reason)"
                    results.append(.kept(sent, reason: "\(reason)"))
                // Another process has sent it meanwhile.
                case .unknownAlarm: break
                default:
                    let isKept = profile.outbox.contains { $0.id == sent.id }
                    let reason = "\(error)"
                    var kind = error.problemKind
                    if case .pairEnded = error { kind = .gone }
                    let refused = OutboxResult.refused(sent, reason: reason, kind: kind)
                    results.append(isKept ? .kept(sent, reason: reason) : refused)
                }
            }
        }
        return results
    }

    private func send(kept sent: SentAlarm) async throws(DeviceError) -> OutboxResult? {
        guard sent.isWithdrawn else {
            let (accepted, isFirst) = try await resendKept(sent.id)
            return isFirst ? .set(sent, accepted) : nil
        }
        do {
            try await cancel(sent.id)
        } catch {
            guard case .transport(let reason) = error else { throw error }
            throw .undelivered(sent.id, reason)
        }
        return .withdrawn(sent)
    }
}
