import AlarmCore
package import Foundation

/// When, how and how late every kind of phone rings in every condition.
///
/// One run of one relay: an alarm for each phone, all due in the same second, each user woken by sound alone.
package struct Matrix: Sendable {
    /// Why a matrix could not be made.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Lead time of each alarm.
    private static let lead = Span.hours(1)
    /// How long the run goes on after the due time: to the end of the policy and a little further.
    private static let rest = Span.minutes(65)
    private static let sender = "sender"

    /// Conditions, one for each row.
    package let conditions: [MatrixCondition]
    /// Kinds of phones, one for each column.
    package let phones: [MatrixPhone]
    /// Cells, row by row.
    package let cells: [[MatrixCell]]

    /// Plays the matrix.
    ///
    /// - Parameters:
    ///   - executable: the command, run as the relay.
    ///   - conditions: the rows.
    ///   - phones: the columns.
    /// - Returns: the matrix, with a cell for each condition and phone.
    /// - Throws: ``Failure`` when the run broke off.
    package static func play(
        executable: URL,
        conditions: [MatrixCondition] = MatrixCondition.all,
        phones: [MatrixPhone] = MatrixPhone.all
    ) async throws -> Matrix {
        let record = await ScenarioRunner(executable: executable).run(scenario(conditions, phones))
        if let failure = record.failure { throw Failure(description: "the matrix could not be played: \(failure)") }
        if let broken = record.verdicts.first(where: { !$0.isMet }) {
            throw Failure(description: "the matrix broke the rule that \(broken.expectation): \(broken.explanation)")
        }
        let tracks = Dictionary(record.alarms.map { ($0.label, $0) }) { first, _ in first }
        var cells: [[MatrixCell]] = []
        for condition in conditions {
            cells.append(
                try phones.map { phone in
                    let name = Self.name(condition, phone)
                    guard let track = tracks[name] else { throw Failure(description: "\(name) was never set") }
                    return MatrixCell(of: track.id, due: track.due, phone: name, in: record)
                }
            )
        }
        return Matrix(conditions: conditions, phones: phones, cells: cells)
    }

    private static func name(_ condition: MatrixCondition, _ phone: MatrixPhone) -> String {
        "\(condition.name)-\(phone.name)"
    }

    /// The run as a scenario.
    static func scenario(_ conditions: [MatrixCondition], _ phones: [MatrixPhone]) -> Scenario {
        let start = Scenario.defaultStart
        let due = start + lead
        var scenario = Scenario(
            name: "matrix",
            title: "Every kind of phone in every condition",
            start: start,
            end: due + rest,
            phones: [ScenarioPhone(name: sender, person: sender)],
            pairs: [],
            steps: [],
            expectations: []
        )
        for condition in conditions {
            for phone in phones {
                let name = name(condition, phone)
                var settings = phone.settings.merged(with: condition.start)
                settings.habits = Habits(answer: .acknowledge(reply: nil), hears: .sound)
                scenario.phones.append(ScenarioPhone(name: name, person: name, settings: settings))
                scenario.pairs.append(Scenario.Pairing(sender, name))
                let sending = ScenarioStep.Sending(
                    alarm: name,
                    sender: sender,
                    receiver: name,
                    due: due,
                    text: condition.title
                )
                scenario.steps.append(ScenarioStep(at: start, .send(sending)))
                for change in condition.changes {
                    scenario.steps.append(ScenarioStep(at: due + change.after, action(change, of: name)))
                }
            }
        }
        scenario.steps.sort { $0.at < $1.at }
        return scenario
    }

    private static func action(_ change: MatrixCondition.Change, of phone: String) -> ScenarioStep.Action {
        switch change.action {
        case .settings(let settings): .change(phone: phone, settings)
        case .event(let event): .event(phone: phone, event)
        }
    }
}
