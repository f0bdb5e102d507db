import AlarmCore
import Logging
import Storage

/// Deliveries whose reason another node may have ended.
///
/// What ends on this node is barred in ``InFlight``, which other nodes do not see. So where several share the store, a
/// delivery starts within ``checkValidity`` of the beginning of its last check, or is checked again. A node whose commit
/// ends a delivery that another one may be about to start waits for that time before it answers.
extension Engine {
    /// The time for which a check of a delivery holds where other nodes share the store.
    ///
    /// 500 ms.
    static let checkValidity = Span.milliseconds(500)

    /// Whether another node may have ended the reason for a delivery unnoticed.
    func isOutdated(_ delivery: PreparedDelivery) -> Bool {
        node.isShared && clock.elapsed() + -delivery.checkedAt > Self.checkValidity
    }

    /// The delivery as it is, or as it is now if it was checked too long ago.
    func checkingAgain(_ delivery: PreparedDelivery) async -> PreparedDelivery {
        guard isOutdated(delivery), delivery.origin != nil else { return delivery }
        do {
            return try await prepare([delivery.row]).first ?? delivery
        } catch {
            // It is outdated still, and so is not sent now.
            logger.warning("a delivery could not be checked again", metadata: ["error": "\(error)"])
            return delivery
        }
    }

    /// Waits until no other node starts a delivery that it has checked before now; for no time where there is none.
    ///
    /// With an `alarm`, where no other node may have one of its deliveries. What another node had started is not waited
    /// for.
    func awaitChecks(of alarm: AlarmKey? = nil) async throws {
        guard node.isShared else { return }
        let id = node.id
        let mayStart = try await read { snapshot in
            guard try snapshot.nodes().contains(where: { $0.id != id }) else { return false }
            guard let alarm else { return true }
            return try snapshot.deliveries(of: alarm).contains { row in
                row.state == .superseded && row.attempts > row.failedAttempts
            }
        }
        if mayStart { try await clock.pause(for: Self.checkValidity) }
    }
}
