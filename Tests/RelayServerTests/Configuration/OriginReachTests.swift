import AlarmWire
import Testing

@testable import RelayServer

@Suite("Who can follow a link to an origin")
struct OriginReachTests {
    @Test(
        "Is judged by its host",
        arguments: [
            ("https://alarm.example.org", OriginReach.anywhere), ("https://93.184.216.34", .anywhere),
            ("https://[2a00:1450:4001:82a::200e]", .anywhere), ("https://172.32.0.1", .anywhere),
            ("http://127.0.0.1:8080", .thisMachine), ("http://localhost:8080", .thisMachine),
            ("http://[::1]:8080", .thisMachine), ("https://relay.localhost", .thisMachine),
            ("https://10.0.0.5", .localNetwork), ("https://172.16.3.4", .localNetwork),
            ("https://192.168.1.7:8443", .localNetwork), ("https://169.254.7.7", .localNetwork),
            ("https://100.64.0.1", .localNetwork), ("https://[fd00::1]", .localNetwork),
            ("https://[fe80::1]", .localNetwork), ("https://relay.local", .localNetwork),
            ("https://relay.home.arpa", .localNetwork), ("https://relay", .localNetwork),
            ("https://0.0.0.0", .nowhere), ("https://[::]", .nowhere),
        ]
    )
    func hosts(origin: String, reach: OriginReach) throws {
        #expect(OriginReach(of: try Origin(origin)) == reach)
    }

    private func configuration(_ flags: [String: String]) throws -> RelayConfiguration {
        try RelayConfiguration(flags: flags, environment: ["HOME": "/home/ana"])
    }

    private let mail = ["smtp-server": "127.0.0.1:25", "smtp-security": "none", "smtp-from": "alarm@example.org"]

    @Test("Letters whose links only this machine can open are warned of, and letters with others are not")
    func trouble() throws {
        let here = try #require(try configuration(mail).linkTrouble)
        #expect(here.contains("http://127.0.0.1:8080, which only this machine can open"))
        #expect(here.contains("set REVEILLE_ORIGIN to the https address"))
        let home = try configuration(mail.merging(["origin": "https://192.168.1.7"]) { $1 })
        #expect(home.linkTrouble?.contains("which only its own network can open") == true)
        #expect(try configuration(mail.merging(["origin": "https://alarm.example.org"]) { $1 }).linkTrouble == nil)
        #expect(try configuration([:]).linkTrouble == nil, "nothing is sent, so that there are no links")
    }

    @Test("An address for listening is refused as an origin, since nothing finds there")
    func nowhere() {
        let error = #expect(throws: ConfigurationError.self) { try configuration(["origin": "https://0.0.0.0"]) }
        #expect(error?.description.contains("https://0.0.0.0 is an address to listen on") == true)
        #expect(error?.description.contains("set REVEILLE_ORIGIN") == true)
    }
}
