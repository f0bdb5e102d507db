import AlarmCore
import AlarmWire
import Storage

extension Model {
    /// Steps of a rehearsal, ten seconds apart; one for a test of notifications.
    private static let rehearsalSteps = [
        Rehearsal.name(of: .standard): 6, Rehearsal.name(of: .gentle): 2, EscalationPolicy.test.name: 1,
    ]
    private static let rehearsalPause = Span.seconds(10)

    /// Checks what a rehearsal ordered in this commit: every step of it for each of the person's phones, and nothing
    /// for anybody else.
    func checkRehearsal(_ fresh: [DeliveryRow], _ committed: CommittedAlarm, _ commit: Commit) {
        let alarm = commit.row.alarm
        guard let steps = Self.rehearsalSteps[alarm.preset] else { return }
        let name = named(alarm.id)
        guard let devices = try? commit.snapshot.devices(of: commit.row.receiver) else { return }
        let own = Set(devices.map { Destination.device($0.id) })
        check(
            fresh.allSatisfy { own.contains($0.order.destination) },
            "\(name) is a rehearsal, and tells somebody else"
        )
        let known = alarms[commit.row.key]?.row.alarm.processedUntil
        let taken = (0..<steps).filter { step in
            let at = alarm.base + Self.rehearsalPause * Int64(step)
            return at <= alarm.processedUntil && known.map { $0 < at } ?? true
        }
        guard !taken.isEmpty, alarm.state != .cancelled, alarm.state != .missed else { return }
        for device in devices where device.isReachable {
            check(
                fresh.contains { $0.order.destination == .device(device.id) },
                "\(name) has come to its step \(taken[0] + 1) of \(steps), and a phone of its person is not told"
            )
        }
        if taken.contains(steps - 1), steps > 1 { count(.rehearsed) }
    }

    /// Checks that a rehearsal has begun, and that no former one goes on.
    func checkRehearsed(by person: SimulatedCheckIns, _ what: String) {
        let live = rehearsals(of: person)
        check(live.count == 1, "\(what) was answered, and \(live.count) rehearsals are under way")
    }

    /// Checks that a check-in has ended the rehearsal, as it would end the alert.
    func checkRehearsalsOver(for person: SimulatedCheckIns, _ what: String) {
        check(rehearsals(of: person).isEmpty, "\(what) was answered, and a rehearsal goes on")
    }

    private func rehearsals(of person: SimulatedCheckIns) -> [AlarmRow] {
        inOrder.map(\.row).filter { row in
            row.circle == CircleID(own: person.phone.person) && Self.rehearsalSteps[row.alarm.preset] ?? 0 > 1
                && !row.alarm.state.isFinal
        }
    }
}
