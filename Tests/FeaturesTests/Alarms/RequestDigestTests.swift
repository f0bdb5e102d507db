import AlarmCore
import AlarmWire
import Engine
import Features
import RelayTesting
import Testing

@Suite("The digest of an alarm request")
struct RequestDigestTests {
    private let request: AlarmRequest

    init() throws {
        request = AlarmRequest(
            id: AlarmID(high: 1, low: 2),
            partnerToken: try #require(PartnerToken(bytes: [UInt8](repeating: 3, count: 16))),
            time: try AlarmTime("2026-03-02T07:30:00"),
            message: .sample(),
            ttl: .minutes(10),
            sound: "default",
            timeZone: "Europe/Berlin",
            rule: try RecurrenceRule("FREQ=DAILY")
        )
    }

    @Test("The digest is that of the values read, however the request is spelled")
    func spelling() throws {
        guard case .object(let object) = request.json else {
            Issue.record("a request is an object")
            return
        }
        let read = try AlarmRequest(json: .object(JSONObject(members: object.members.reversed())))
        #expect(try read.digest == request.digest)
        // A default that is left out has the same digest as the same value spelled out.
        let bare = JSONObject(members: object.members.filter { !["ttl", "sound"].contains($0.name) })
        #expect(try AlarmRequest(json: .object(bare)).digest == request.digest)
    }

    @Test("Each member of the request counts")
    func members() throws {
        let changes: [(inout AlarmRequest) throws -> Void] = [
            { $0.id = AlarmID(high: 1, low: 3) },
            { $0.partnerToken = try #require(PartnerToken(bytes: [UInt8](repeating: 4, count: 16))) },
            { $0.time = try AlarmTime("2026-03-02T07:30:01") },
            { $0.message = .sample(bytes: 401) },
            { $0.ttl = .seconds(601) },
            { $0.sound = "gong" },
            { $0.timeZone = "Europe/Paris" },
            { $0.rule = nil },
        ]
        #expect(changes.count == Mirror(reflecting: request).children.count, "a member that nobody thought of")
        var digests: Set<[UInt8]> = [try request.digest]
        for change in changes {
            var other = request
            try change(&other)
            digests.insert(try other.digest)
        }
        #expect(digests.count == changes.count + 1)
    }

    @Test("The same bytes in different members give different digests")
    func borders() throws {
        var (left, right) = (request, request)
        (left.sound, left.timeZone) = ("ab", "c")
        (right.sound, right.timeZone) = ("a", "bc")
        #expect(try left.digest != right.digest)
    }
}
