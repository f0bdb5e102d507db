import AlarmCore
import AlarmWire
import Storage

/// What a person is told of telling their contacts.
extension Model {
    /// Checks that an account of what became of the messages to contacts says what the mail server and the provider know.
    func checkAccount(
        _ flight: SendAttempt,
        _ row: DeliveryRow,
        _ committed: CommittedAlarm,
        _ look: PreSendRead
    ) {
        guard row.order.stage == .contactsTold, let outcome = outcome(told: row, of: committed.row.alarm.id) else {
            return
        }
        count(.accountGiven)
        let what = "\(named(committed.row.alarm.id)): a person is told that the outcome is '\(outcome.rawValue)'"
        check(!look.isFinal, "\(what) after they checked in")
        // What was ordered or has ended since the last look is news.
        let messages = committed.deliveries.values.filter { message in
            message.order.stage == .alert && message.order.epoch == row.order.epoch && message.state != .superseded
                && committed.versions[message.order.id].map { $0 <= look.version } ?? false
        }
        // Whoever was taken out counts only if they were told before.
        let contacts = Dictionary(grouping: messages) { $0.order.destination.contact }.filter { contact, messages in
            isNamed(contact, in: committed.row.circle, at: look.version)
                || messages.contains { wasTaken($0.order.id) }
        }
        let told = contacts.values.count { messages in messages.contains { wasTaken($0.order.id) } }
        switch outcome {
        case .told: check(told == contacts.count && told > 0, "\(what), and \(told) of \(contacts.count) were")
        case .nobody:
            // A message whose acceptance nobody heard of may be given up as if no server had taken it.
            let known = contacts.values.count { messages in messages.contains { $0.state == .accepted } }
            check(known == 0 || look.version < version, "\(what), and \(known) contacts were told")
        case .partly: check(told > 0, "\(what), and nobody was told")
        case .waiting, .failed: break
        }
    }

    /// Which outcome an account stands for, by its identifier; nil for one that another version named.
    private func outcome(told row: DeliveryRow, of alarm: AlarmID) -> CheckInTelling.Outcome? {
        for outcome in CheckInTelling.Outcome.allCases {
            for number in 0..<50 {
                let name = "account/\(row.order.epoch)/\(number)/\(outcome.rawValue)/\(row.order.destination)"
                if DeliveryID(uuidV5: name, in: alarm) == row.order.id { return outcome }
            }
        }
        return nil
    }

    private func isNamed(_ contact: ContactID?, in circle: CircleID, at version: Int) -> Bool {
        contact.flatMap { person(in: circle)?.consent(of: $0, at: version) } != nil
    }

    private func wasTaken(_ id: DeliveryID) -> Bool {
        world.sendAttempts.contains { $0.id == id && $0.medium != nil && $0.verdict == .accepted }
    }
}
