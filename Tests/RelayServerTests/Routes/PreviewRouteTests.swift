import AlarmCore
import AlarmWire
import DeviceKit
import HTTPTypes
import HummingbirdTesting
import RelayTesting
import Testing

@Suite("The preview over HTTP")
struct PreviewRouteTests {
    /// Arbitrary JSON as the body of a request.
    private struct Given: WireEncodable {
        let json: JSONValue

        init(_ text: String) throws {
            json = try JSONValue(parsing: Array(text.utf8))
        }
    }

    private func ask(_ body: String, _ check: @escaping @Sendable (TestResponse) throws -> Void) async throws {
        try await TestRelay.with(["open-registration": "true"]) { relay in
            relay.clock.set(to: try Instant(iso8601: "2027-03-01T00:00:00Z"))
            let device = try await TestDevice(at: relay)
            try check(try await device.send(.post, Endpoints.Alarms.preview.target, Given(body)))
        }
    }

    @Test("It has for each time just the clocks, the offset, UTC and a note, or null")
    func answer() async throws {
        let body = """
            {"time":"2027-03-27T02:30:00","timeZone":"Europe/Berlin","repeat":"FREQ=DAILY","count":2}
            """
        try await ask(body) { answer in
            #expect(answer.status == .ok)
            #expect(
                answer.text == """
                    {"times":[\
                    {"local":"2027-03-27T02:30:00","offset":"+01:00","utc":"2027-03-27T01:30:00Z","note":null},\
                    {"local":"2027-03-28T03:30:00","offset":"+02:00","utc":"2027-03-28T01:30:00Z",\
                    "note":"the clocks skip 02:30 on 2027-03-28: it rings at 03:30"}]}
                    """
            )
        }
    }

    @Test("Ten times are shown by default")
    func defaultCount() async throws {
        try await ask(#"{"time":"2027-03-27T02:30:00Z","timeZone":"UTC","repeat":"FREQ=DAILY"}"#) { answer in
            let preview: SchedulePreview = try answer.message()
            #expect(preview.times.count == 10)
        }
    }

    @Test(
        "An error names its place",
        arguments: [
            (#"{"time":"2027-04-01T00:00:00Z","count":51}"#, ProblemKind.malformed, "/count"),
            (#"{"time":"2027-04-01T00:00:00Z","count":0}"#, .malformed, "/count"),
            (#"{"time":"2027-04-01T00:00:00"}"#, .timeWithoutOffset, "/time"),
            (#"{"time":"2027-02-30T00:00:00Z"}"#, .notADate, "/time"),
            (#"{"time":"2027-04-01T00:00:00Z","repeat":"FREQ=DAILY"}"#, .malformed, "/timeZone"),
            (#"{"time":"2027-04-01T00:00:00Z","timeZone":"UTC","repeat":"FREQ=HOURLY"}"#, .badRepeat, "/repeat"),
            (#"{"time":"2027-04-01T00:00:00Z","timeZone":"PST"}"#, .unknownZone, "/timeZone"),
            (#"{"time":"2027-04-01T00:00:00Z","zone":"UTC"}"#, .malformed, "/zone"),
            (#"{}"#, .malformed, "/time"),
        ]
    )
    func problems(body: String, kind: ProblemKind, pointer: String) async throws {
        try await ask(body) { answer in
            let problem = try answer.problem()
            #expect(problem.kind == kind)
            #expect(problem.pointer == pointer)
        }
    }

    @Test("A device asks for it by what it would set, and is refused as it would be then")
    func device() async throws {
        try await TestRelay.with(["open-registration": "true"]) { relay in
            let clock = relay.clock
            let device = LocalDevice(
                profile: try Profile.new(relay: "https://relay.example.org"),
                store: InMemoryProfileStore(),
                transport: TestTransport(relay: relay),
                clock: { clock.now() }
            )
            try await device.register()
            let rule = try RecurrenceRule("FREQ=YEARLY")
            let start = AlarmTime(try LocalDateTime(iso8601: "2027-03-28T02:30:00"))
            let times = try await device.preview(at: start, rule: rule, timeZone: "Europe/Berlin", count: 2)
            #expect(times.map(\.utc.iso8601) == ["2027-03-28T01:30:00Z", "2028-03-28T00:30:00Z"])
            #expect(times.map { $0.note != nil } == [true, false])
            await #expect(throws: DeviceError.self, "a local time means nothing without a zone") {
                try await device.preview(at: start)
            }
            let past = AlarmTime(clock.now() - .days(1))
            let refusal = await #expect(throws: DeviceError.self) { try await device.preview(at: past) }
            #expect(refusal?.problemKind == .timeInPast)
        }
    }

    @Test("Only a device is told")
    func unauthorized() async throws {
        try await TestRelay.with { relay in
            let answer = try await relay.send(.post, Endpoints.Alarms.preview.target, envelope: "a..b.c.d")
            #expect(try answer.problem().kind == .unauthorized)
        }
    }
}
