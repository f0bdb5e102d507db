import AlarmCore
import Testing

@testable import DeviceSimulator

@Suite("The chart of an alarm")
struct AlarmChartTests {
    private static let charts = RunRecord.samples.flatMap { record in
        record.alarms.map { AlarmChart(of: $0, in: record) }
    }

    @Test("Sender, relay, gateway and every receiver have a lane, from top to bottom")
    func lanes() throws {
        let record = RunRecord.relayDown
        let chart = AlarmChart(of: try #require(record.alarms.first), in: record)
        let names = ["scenario", "Ana", "relay", "gateway", "Ben", "Ben's iPad"]
        #expect(chart.lanes.map(\.lane.name) == names)
        #expect(
            chart.lanes.map(\.role) == ["what is done", "sender", "its view of the alarm", "push service"] + [
                "receiver", "receiver",
            ]
        )
        for (upper, lower) in zip(chart.lanes, chart.lanes.dropFirst()) {
            #expect(lower.top == upper.top + upper.height)
        }
    }

    @Test("A day's lead is cut short, and the minutes after it are to be read")
    func lead() throws {
        let record = RunRecord.lockedPhone
        let chart = AlarmChart(of: try #require(record.alarms.first), in: record)
        #expect(chart.scale.breaks.map { RelativeTime.length($0.length) } == ["29 min 59 s", "24 h 29 min"])
        let due = chart.scale.x(at: RunBuilder.due)
        let answer = chart.scale.x(at: RunBuilder.due + .seconds(72))
        #expect(answer - due > AlarmChart.width / 2)
        let labels = chart.ticks.map(\.label)
        #expect(labels.contains("due") && labels.contains("\u{2212}25 h") && labels.contains("+1 min"))
    }

    @Test("The bar of states follows the relay from the first state to the last")
    func states() throws {
        let record = RunRecord.snoozed
        let chart = AlarmChart(of: try #require(record.alarms.first), in: record)
        let states = ["scheduled", "armed", "ringing", "snoozed", "ringing", "acknowledged"]
        #expect(chart.states.map(\.state) == states)
        for (left, right) in zip(chart.states, chart.states.dropFirst()) { #expect(left.end == right.start) }
    }

    @Test("Events of only the other alarm are not shown")
    func otherAlarm() throws {
        let record = RunRecord.snoozed
        let chart = AlarmChart(of: try #require(record.alarms.last), in: record)
        #expect(chart.states.map(\.state) == ["scheduled", "armed", "cancelled"])
        #expect(chart.marks.flatMap(\.entries).allSatisfy { $0.alarm != record.alarms[0].id })
    }

    @Test("Nothing lies outside of the chart, and no word covers another", arguments: charts.indices)
    func inside(index: Int) {
        let chart = Self.charts[index]
        for mark in chart.marks {
            #expect((0...AlarmChart.width).contains(mark.x))
            #expect((AlarmChart.axisHeight...chart.height).contains(mark.y))
        }
        for (left, right) in zip(chart.ticks, chart.ticks.dropFirst()) {
            #expect(right.x - left.x >= left.halfWidth + right.halfWidth)
        }
        let labels = MarkLabel.labels(for: chart.marks, within: AlarmChart.width)
        for (left, right) in zip(labels, labels.dropFirst()) where left.y == right.y && left.lane == right.lane {
            #expect(right.x - left.x > Double(left.text.columns + right.text.columns) * 2.9)
        }
    }

    @Test("Like marks that would cover one another are drawn as one, and none is lost")
    func merging() throws {
        let record = RunRecord.gatewayDown
        let chart = AlarmChart(of: try #require(record.alarms.first), in: record)
        let refusals = chart.marks.filter { $0.shape == .refusal }
        #expect(refusals.count < 60)
        #expect(refusals.reduce(0) { $0 + $1.entries.count } == record.entries.count { $0.kind == .refusal })
        for (left, right) in zip(refusals, refusals.dropFirst()) { #expect(right.x - left.x > 10) }
    }

    @Test("An alarm without events has a chart with its lanes and its due second")
    func silent() {
        var run = RunBuilder("silent", "Nothing", from: -.minutes(1), to: .minutes(1))
        run.alarm("nap", "Up")
        let chart = AlarmChart(of: run.record.alarms[0], in: run.record)
        #expect(chart.lanes.count == 4)
        #expect(chart.ticks.map(\.label) == ["due"])
        #expect(chart.marks.isEmpty)
    }
}
