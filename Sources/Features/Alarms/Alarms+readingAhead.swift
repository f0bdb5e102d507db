import AlarmCore
package import AlarmWire
import Engine
import Sealing
package import Storage

extension Alarms {
    /// What ``accept(_:from:)`` reads first, as far as the request names it.
    package static func reads(for request: AlarmRequest) throws -> [Prefetch] {
        [.alarm(request.id), .edge(try SHA256.hash(request.partnerToken.bytes))]
    }

    /// Reads ahead what an alarm from one person to the other is checked against, and what it decides by.
    func readAhead(of edge: Edge, recurs: Bool) throws {
        guard transaction.prefetches else { return }
        var rows: [Prefetch] = [
            .load(of: edge.pair, from: edge.from, since: now - .hours(1)),
            .load(of: edge.pair, from: edge.from, since: now - .days(1)),
        ]
        if recurs { rows.append(.liveAlarms(of: edge.pair)) }
        let parties = AlarmParties(
            preset: EscalationPolicy.partnerAlarm.name,
            sender: edge.from,
            receiver: edge.to,
            circle: edge.pair
        )
        try tx.readAhead(deciding: [parties], besides: rows)
    }
}
