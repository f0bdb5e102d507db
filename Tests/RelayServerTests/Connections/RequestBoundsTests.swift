import AlarmCore
import AlarmWire
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import RelayTesting
import Testing

@testable import RelayServer

@Suite("Requests that are worked on at once", .timeLimit(.minutes(10)))
struct RequestBoundsTests {
    private static func bounds(all: Int, address: Int, device: Int) -> RequestBounds {
        var limits = ServerLimits()
        limits.requestsAtOnce = all
        limits.requestsAtOncePerAddress = address
        limits.requestsAtOncePerDevice = device
        return RequestBounds(limits: limits, metrics: ConnectionMetrics(factory: MetricsEndpoint().registry))
    }

    @Test("They are bounded by address and in all, and each that ends makes room, however it ends")
    func counts() async throws {
        let bounds = Self.bounds(all: 3, address: 2, device: 1)
        try await bounds.during([1]) {
            try await bounds.during([1]) {
                await #expect(throws: TooManyRequests(bound: .address)) { try await bounds.during([1]) {} }
                try await bounds.during([2]) {
                    _ = await #expect(throws: TooManyRequests(bound: .relay)) { try await bounds.during([3]) {} }
                }
                try await bounds.during(nil) {}
            }
        }
        for _ in 0..<5 {
            await #expect(throws: Problem.self) {
                try await bounds.during([1]) { () async throws -> Void in throw Problem(.notFound) }
            }
        }
        #expect(bounds.count == 0)
    }

    @Test("One device's are bounded, and no other's for it")
    func devices() async throws {
        let bounds = Self.bounds(all: 10, address: 10, device: 1)
        var generator = SystemRandomNumberGenerator()
        let (ana, ben) = (DeviceID.random(using: &generator), DeviceID.random(using: &generator))
        try await bounds.during(ana) {
            await #expect(throws: TooManyRequests(bound: .device)) { try await bounds.during(ana) {} }
            try await bounds.during(ben) {}
        }
        try await bounds.during(ana) {}
    }

    @Test("Too many of a device are a 429, too many in all a 503, and both say when to come again")
    func answers() async throws {
        let flags = [
            "open-registration": "true", "limit-requests-at-once": "2", "limit-requests-at-once-per-device": "1",
        ]
        try await TestRelay.with(flags) { relay in
            let device = try await TestDevice(at: relay)
            let bounds = relay.relay.bounds
            try await bounds.during(device.id) {
                let answer = try await device.send(Endpoints.Alarms.list())
                #expect(try answer.problem().kind == .rateLimited)
                #expect(answer.headers[.retryAfter] == "1")
            }
            try await bounds.during(nil) {
                #expect(try await device.send(Endpoints.Alarms.list()).status == .ok)
                try await bounds.during(nil) {
                    let answer = try await device.send(Endpoints.Alarms.list())
                    #expect(try answer.problem().kind == .unavailable)
                    #expect(answer.headers[.retryAfter] == "1")
                    #expect(try await relay.get("/healthz").status == .ok)
                }
            }
            #expect(bounds.count == 0)
        }
    }

    @Test("Too many of an address are a 429, unless it is a proxy that does not say whose they are")
    func address() async throws {
        for (proxies, kind) in [("none", ProblemKind.rateLimited), ("127.0.0.1,::1", .unauthorized)] {
            let flags = [
                "listen": "127.0.0.1:0", "trusted-proxies": proxies, "limit-requests-at-once-per-address": "1",
            ]
            try await TestRelay.with(flags, through: .live) { relay in
                let bounds = relay.relay.bounds
                try await bounds.during([127, 0, 0, 1]) {
                    // The name of this machine may mean either address.
                    try await bounds.during([UInt8](repeating: 0, count: 8)) {
                        let target = Endpoints.Alarms.list.target
                        let answer = try await relay.send(.get, target, envelope: "x")
                        #expect(try answer.problem().kind == kind)
                    }
                }
            }
        }
    }

    @Test("An open event stream is no request under way")
    func stream() async throws {
        let flags = [
            "open-registration": "true", "listen": "127.0.0.1:0", "limit-requests-at-once": "1",
            "limit-requests-at-once-per-device": "1",
        ]
        try await TestRelay.with(flags, through: .live) { relay in
            let device = try await TestDevice(at: relay)
            let path = Endpoints.Sync.events.target
            let credentials = try #require(device.authorization(for: .get, path)[.authorization])
            try await RawConnection.with(relay) { listener in
                try await listener.send("GET \(path) HTTP/1.1\r\nHost: x\r\nAuthorization: \(credentials)\r\n\r\n")
                _ = await listener.hear("event:")
                #expect(try await device.send(Endpoints.Alarms.list()).status == .ok)
            }
        }
    }
}
