/// Faults of a scenario file, with the error messages for the author.
enum ScenarioFaults {
    /// A change to the sample, and the resulting message.
    struct Fault: Sendable, CustomStringConvertible {
        let good: String
        let bad: String
        let message: String

        init(_ good: String, _ bad: String, _ message: String) {
            self.good = good
            self.bad = bad
            self.message = message
        }

        var description: String { bad }
    }

    static let all = whole + phones + steps + sentences
}
