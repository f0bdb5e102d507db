import AlarmCore
import StrictYAML

extension ExpectationReader {
    /// Default tolerance around a time that a sentence names: 2 s.
    static let defaultTolerance = Span.seconds(2)

    /// `at wake + 60s within 5s`, `before 10m`, `after wake`, `between 1m and 2m`, or nothing.
    func window(_ reader: inout SentenceReader) throws(YAMLError) -> ScenarioExpectation.Window {
        if reader.take("at") {
            let moment = try reader.moment(times)
            return .near(moment, tolerance: reader.take("within") ? try reader.span() : Self.defaultTolerance)
        }
        if reader.take("before") { return .before(try reader.moment(times)) }
        if reader.take("after") { return .after(try reader.moment(times)) }
        guard reader.take("between") else { return .always }
        let first = try reader.moment(times)
        guard reader.take("and") else { throw reader.fault("and") }
        let last = try reader.moment(times)
        guard first <= last else {
            throw reader.contradiction("the second time is earlier than the first: expected them in order")
        }
        return .between(first, last)
    }

    func phone(_ reader: inout SentenceReader) throws(YAMLError) -> String {
        let names = scenario.phones.map(\.name)
        guard let name = reader.take(oneOf: names) else {
            throw reader.fault("a phone: one of \(names.joined(separator: ", "))")
        }
        return name
    }

    func alarm(_ reader: inout SentenceReader) throws(YAMLError) -> String {
        guard let name = reader.take(oneOf: times.dues.keys) else {
            let known = times.dues.keys.sorted().joined(separator: ", ")
            throw reader.fault(known.isEmpty ? "an alarm, and none is sent" : "an alarm: one of \(known)")
        }
        return name
    }

    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ type: Word.Type,
        _ reader: inout SentenceReader
    ) throws(YAMLError) -> Word {
        guard let word = reader.take(type) else { throw reader.fault("one of \(Self.list(type))") }
        return word
    }

    static func list<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> String {
        Word.allCases.map(\.rawValue).joined(separator: ", ")
    }
}
