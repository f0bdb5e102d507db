import AlarmCore
import AlarmWire
import Engine
import HTTPTypes
import HummingbirdTesting
import RelayTesting
import Testing

@testable import RelayServer

@Suite("The address for calendar programs over HTTP")
struct CalendarRouteTests {
    private static let origin = "https://relay.example.org"

    /// The ways of a relay that knows its origin.
    private static let gateways = {
        var gateways = Gateways()
        gateways.contactChannels = ContactChannels(origin: origin)
        return gateways
    }()

    /// Makes the address of a device's person; returns its path and query.
    private func make(_ device: TestDevice) async throws -> String {
        let answer = try await device.send(Endpoints.Calendar.makeLink())
        #expect(answer.status == .created, "\(answer.text)")
        let url = try answer.message(CalendarLink.self).url
        #expect(url.hasPrefix("\(Self.origin)/calendar.ics?t="))
        return String(url.dropFirst(Self.origin.count))
    }

    @Test("A program reads a calendar there, and is told when it has it already")
    func reading() async throws {
        try await TestRelay.with(["open-registration": "true"], gateways: Self.gateways) { relay in
            let ana = try await TestDevice(at: relay)
            let link = try await make(ana)
            let answer = try await relay.get(link)
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == "text/calendar; charset=utf-8")
            #expect(answer.headers[.cacheControl] == "private, no-cache")
            #expect(answer.text.hasPrefix("BEGIN:VCALENDAR\r\n"))
            let tag = try #require(answer.headers[.eTag])
            for given in [tag, "W/\(tag)", "\"other\", \(tag)"] {
                let headers: HTTPFields = [.ifNoneMatch: given]
                let again = try await relay.client.execute(uri: link, method: .get, headers: headers)
                #expect(again.status == .notModified, "\(given)")
                #expect(again.text.isEmpty && again.headers[.eTag] == tag)
            }
            let head = try await relay.client.execute(uri: link, method: .head)
            #expect(head.status == .ok && head.headers[.eTag] == tag)
            #expect(try await relay.client.execute(uri: link, method: .post).status == .methodNotAllowed)
        }
    }

    @Test("A revoked address is answered as one that never was, and as one without a secret")
    func unknown() async throws {
        try await TestRelay.with(["open-registration": "true"], gateways: Self.gateways) { relay in
            let ana = try await TestDevice(at: relay)
            #expect(try await ana.send(Endpoints.Calendar.link()).status == .notFound)
            let link = try await make(ana)
            #expect(try await ana.send(Endpoints.Calendar.link()).status == .ok)
            #expect(try await ana.send(Endpoints.Calendar.revokeLink()).status == .noContent)
            let revoked = try await relay.get(link)
            #expect(revoked.status == .notFound)
            let problem = try revoked.problem()
            let madeUp = Base64URL.encode([UInt8](repeating: 7, count: 32))
            for other in ["/calendar.ics?t=\(madeUp)", "/calendar.ics?t=x", "/calendar.ics?t=", "/calendar.ics"] {
                let answer = try await relay.get(other)
                #expect(answer.status == .notFound)
                #expect(try answer.problem() == problem)
                #expect(Set(answer.headers.map(\.name)) == Set(revoked.headers.map(\.name)))
            }
            #expect(try await ana.send(Endpoints.Calendar.link()).status == .notFound)
        }
    }

    @Test("The secret is in no line of the log")
    func log() async throws {
        try await TestRelay.with(["open-registration": "true"], gateways: Self.gateways) { relay in
            let link = try await make(try await TestDevice(at: relay))
            #expect(try await relay.get(link).status == .ok)
            let token = try #require(link.split(separator: "=").last)
            let lines = relay.log.lines("request")
            #expect(lines.contains { $0.contains("route=/calendar.ics") }, "\(lines)")
            #expect(!relay.log.text.contains(token))
        }
    }
}
