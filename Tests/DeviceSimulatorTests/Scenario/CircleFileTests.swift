import AlarmCore
import DeviceSimulator
import StrictYAML
import Testing

@Suite("A scenario's file, of families and care circles")
struct CircleFileTests {
    private static let sample = """
        title: A sample
        lasts: 30h
        phones:
          ana:
          ben:
          cleo:
        family: {parents: [ana, ben], children: [cleo], snooze-limit: 15m}
        care:
          dweller: ana
          members:
            ben: {priority: 2, knows: [fall, manual, place], number: "+491701234567", language: zh-CN}
            cleo:
          countdowns: {fall: 60s}
          glucose: [70, 180]
          quiet-hours: ["22:00", "07:30"]
          inactivity: 2h
        steps:
          - {at: 0s, remind: homework, to: cleo, due: 10m, repeat: "FREQ=WEEKLY;BYDAY=MO", zone: Europe/Berlin}
          - {at: 1m, complete: homework}
          - {at: 1m, undo: homework, by: ana}
          - {at: 2m, position: homework, place: [52.5163, 13.3777]}
          - {at: 3m, signal: tumble, of: fall}
          - {at: 4m, signal: low, of: glucose, reading: 60}
          - {at: 5m, active: ana}
          - {at: 6m, pause-care: ana, until: 2h}
          - {at: 7m, phone: ben, taps: helping}
        expect:
          - ben is told alert once at tumble + 60s
        """

    @Test("Circles are read, and what is left out has its default")
    func circles() throws {
        let scenario = try ScenarioFile.parse(Self.sample, file: "s.yaml")
        let family = try #require(scenario.circle(.family))
        #expect(family.phones == ["ana", "ben", "cleo"])
        #expect(family.members.map(\.role) == [.parent, .child])
        #expect(family.snoozeLimit == .minutes(15))
        let care = try #require(scenario.circle(.care))
        #expect(
            care.members == [
                ScenarioCircle.Member(
                    phone: "ben",
                    role: .member,
                    priority: 2,
                    permissions: [.alertFall, .alertManual, .place],
                    number: "+491701234567",
                    language: "zh-CN"
                ),
                ScenarioCircle.Member(phone: "cleo", role: .member),
            ]
        )
        #expect(care.settings.countdowns[.fall] == .seconds(60))
        #expect(care.settings.glucose == (try GlucoseThresholds(low: 70, high: 180)))
        #expect(care.settings.inactivity == (try InactivityRule(wait: .hours(2))))
        #expect(care.settings.quietHours?.until == LocalTime(hour: 7, minute: 30))
        #expect(scenario.services == [.sms])
        #expect(scenario.pairs.isEmpty)
    }

    @Test("Steps of families and care circles are read, with their default people")
    func steps() throws {
        let scenario = try ScenarioFile.parse(Self.sample, file: "s.yaml")
        let reminder = ScenarioReminder(
            label: "homework",
            creator: "ana",
            assignee: "cleo",
            due: scenario.start + .minutes(10),
            title: "Homework",
            rule: try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO"),
            zone: "Europe/Berlin"
        )
        #expect(
            scenario.steps.map(\.action) == [
                .remind(reminder), .reminder("homework", by: "cleo", .complete),
                .reminder("homework", by: "ana", .undo),
                .reminder("homework", by: "cleo", .report(try Place(latitude: 52.5163, longitude: 13.3777))),
                .signal("tumble", from: "ana", .fall),
                .signal("low", from: "ana", .glucose(try GlucoseReading(milligramsPerDecilitre: 60))),
                .active(phone: "ana"), .pauseCare(phone: "ana", until: scenario.start + .hours(2)),
                .tap(phone: "ben", .helping),
            ]
        )
        let window = ScenarioExpectation.Window.near(scenario.start + .minutes(4), tolerance: .seconds(2))
        let matcher = EntryMatcher(lane: .phone("ben"), kind: .notice, stage: "alert")
        #expect(scenario.expectations.last?.claim == .happens(matcher, .exactly(1), window))
    }

    @Test("Only a member who added a number can be sent text messages")
    func texted() throws {
        let text = Self.sample.replacing("ben is told alert once at tumble + 60s", with: "ben is never texted")
        let claim = try ScenarioFile.parse(text, file: "s.yaml").expectations.last?.claim
        #expect(claim == .happens(EntryMatcher(lane: .phone("ben"), kind: .sms), .exactly(0), .always))
        let other = text.replacing("ben is never texted", with: "cleo is never texted")
        let error = #expect(throws: YAMLError.self) { try ScenarioFile.parse(other, file: "s.yaml") }
        #expect(
            try #require(error).description
                == #"s.yaml:28: expect[1]: expected told after 'cleo is never', found "texted""#
        )
    }

    @Test("An error names the file, the line and what was expected", arguments: ScenarioFaults.circles)
    func fault(fault: ScenarioFaults.Fault) throws {
        let text = Self.sample.replacing(fault.good, with: fault.bad)
        try #require(text != Self.sample, "\(fault.good) is not in the sample")
        let error = #expect(throws: YAMLError.self) { try ScenarioFile.parse(text, file: "s.yaml") }
        #expect(try #require(error).description == fault.message)
    }
}
