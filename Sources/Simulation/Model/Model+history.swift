import AlarmCore
import AlarmWire
import Engine
import Features
import Storage

extension Model {
    /// Checks that the history states for each alert how it ended, and who was told on which channel, each once.
    func checkHistory(_ snapshot: any Snapshot) throws {
        guard let engine = world.nodes.lazy.compactMap(\.life?.engine).first else { return }
        for committed in inOrder {
            guard let household = household(in: committed.row.circle) else { continue }
            let name = named(committed.row.alarm.id)
            guard
                let alert = try engine.record(
                    CareAlertRecord.self,
                    DocumentID(of: committed.row.alarm.id),
                    in: snapshot
                )
            else {
                // A dweller who showed activity in time was never asked.
                let wasAsked = committed.deliveries.values.contains { $0.order.stage != .cancel }
                check(!wasAsked, "\(name) stands in no history")
                continue
            }
            check(alert.body.state != .counting, "\(name) is over, and goes on in the history")
            let isMissed = committed.row.alarm.state == .missed
            check(
                isMissed == (alert.body.state == .unanswered),
                "\(name) is \(committed.row.alarm.state.rawValue), and \(alert.body.state.rawValue) in the history"
            )
            let arrived = committed.deliveries.values.filter { $0.order.stage == .alert && $0.state == .accepted }
                .map(\.order.destination)
            let told = alert.body.told.count { $0.outcome == .sent }
            // The owner of a number that was withdrawn meanwhile is unknown.
            let unknown = arrived.count { destination in
                destination.device == nil
                    && household.member(at: destination).map { $0.words.contains { $0.consent == nil } } ?? true
            }
            check(
                (arrived.count - unknown...arrived.count).contains(told),
                "\(arrived.count) alerts of \(name) have arrived, and \(told) stand in the history"
            )
        }
    }
}
