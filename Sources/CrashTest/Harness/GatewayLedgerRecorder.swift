import AlarmCore
import AlarmWire
import DeviceKit
import GatewaySimulator

/// Records in a ledger what reaches the gateway.
struct GatewayLedgerRecorder: Sendable {
    let gateway: GatewaySimulator
    let ledger: SharedLedger
    /// The subscriptions that open what browsers get, by the identifiers under which the gateway knows them.
    var subscriptions: [String: PushSubscription] = [:]
    /// Returns the node that opened the connection with a number, of several nodes.
    var owner: @Sendable (Int) -> Int = { _ in 0 }

    /// Listens until the gateway is shut down or the task is cancelled; `heard` is called for each new ring.
    func listen(_ heard: @Sendable (ReceivedPush, AlarmID) -> Void = { _, _ in }) async {
        for await push in gateway.receivedPushes() {
            guard push.isAccepted, let alarm = alarm(in: push), let stage = alarm.stage.stage, stage.asksForAction
            else { continue }
            let isToBrowser = push.token.map { subscriptions[$0] != nil } ?? false
            let noted = Ledger.Push(
                name: push.messageID,
                rings: stage == .ring,
                at: push.receivedAt,
                connection: push.connection,
                isLate: alarm.isLate,
                isNamed: !isToBrowser,
                node: owner(push.connection)
            )
            let isNew = ledger.ask { !$0.isRepeat(noted, of: alarm.id) }
            ledger.note { $0.pushed(alarm.id, noted) }
            if stage == .ring, isNew { heard(push, alarm.id) }
        }
    }

    private func alarm(in push: ReceivedPush) -> AlarmPush? {
        guard let subscription = push.token.flatMap({ subscriptions[$0] }) else {
            return try? ReceivedAlarmPush(payload: push.payload).alarm
        }
        return (try? subscription.open(push.payload)).flatMap { try? ReceivedWebPush(payload: $0).push.alarm }
    }
}
