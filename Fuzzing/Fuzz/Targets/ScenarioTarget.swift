import DeviceSimulator
import StrictYAML

extension FuzzTarget {
    /// Files of scenarios.
    static let scenario = FuzzTarget(name: "scenario") { input in
        let text = String(decoding: input, as: UTF8.self)
        do throws(YAMLError) {
            let scenario = try ScenarioFile.parse(text, file: "fuzzed.yaml")
            require(scenario.end > scenario.start, "a run lasts")
            require(scenario.phones.count == Set(scenario.phones.map(\.name)).count, "no two phones have one name")
            require(scenario.sendings.allSatisfy { scenario.phone($0.sender) != nil }, "a sender has a phone")
            require(scenario.sendings.allSatisfy { scenario.phone($0.receiver) != nil }, "a receiver has a phone")
            for (step, next) in zip(scenario.steps, scenario.steps.dropFirst()) {
                require(step.at <= next.at, "steps come in order")
            }
            require(
                scenario.expectations.allSatisfy { (1...text.lineCount).contains($0.line) },
                "an expectation has its line"
            )
        } catch {
            require("\(error)".hasPrefix("fuzzed.yaml:"), "a fault names its file: \(error)")
            require((1...text.lineCount).contains(error.line ?? 1), "a fault names a line of the file: \(error)")
        }
    }
}
