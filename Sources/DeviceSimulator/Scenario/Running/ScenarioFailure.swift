/// Why a scenario could not be played to its end.
struct ScenarioFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// What a step could not do.
    init(_ step: ScenarioStep, in scenario: Scenario, _ error: any Error) {
        description = "\(scenario.file ?? scenario.name):\(step.line): the step failed: \(error)"
    }
}
