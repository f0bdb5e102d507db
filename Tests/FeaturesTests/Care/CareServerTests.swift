import AlarmCore
import AlarmWire
import Delivery
import Engine
import Features
import RelayTesting
import Storage
import Testing

@Suite("Care alerts at people's own servers")
struct CareServerTests {
    private let servers = RecordingServers()

    /// A care circle in which `member` has a server, which answers everything at once.
    private func circle(serverOf member: KeyPath<CareFixture, Device>) async throws -> CareFixture {
        let care = try await CareFixture(servers: servers)
        let device = care[keyPath: member]
        let request = AddWebhookDevice(webhook: "https://home.example.org/hook")
        let _: WebhookDeviceAdded = try await care.fixture.ask { try $0.devices.addServer(request, by: device) }
        servers.answer { _ in PushAttempt(.accepted, answer: .acknowledge) }
        return care
    }

    @Test("A member's server is told of an alert and of its end, and cannot say that somebody looks after the dweller")
    func told() async throws {
        let care = try await circle(serverOf: \.ben)
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.seconds(30))
        #expect(servers.stages == [.alert])
        let message = try #require(servers.messages.first)
        #expect(message.preset == "care-alert" && !message.text.isEmpty)
        #expect(try await care.alert(alert.id, for: care.ben).state == .alerting)
        let told = try await care.history(for: care.ana).alerts.first?.told ?? []
        #expect(Set(told.map(\.means)) == [.push, .webhook])
        #expect(Set(told.map(\.name)) == ["Ben"])
        try await care.acknowledge(alert.id, by: care.carla)
        try await care.fixture.catchUp()
        #expect(servers.stages == [.alert, .alertEnded])
    }

    @Test("A dweller's server is told of the countdown, and cannot cancel it")
    func dweller() async throws {
        let care = try await circle(serverOf: \.ana)
        let alert = try await care.signal(.fall)
        try await care.fixture.pass(.seconds(31))
        #expect(servers.stages == [.countdown])
        #expect(try await care.alert(alert.id, for: care.ben).state == .alerting)
    }

    @Test("A member with nothing but a server does not delay those who are told next")
    func alone() async throws {
        let care = try await circle(serverOf: \.ben)
        let ben = care.ben.id
        try await care.fixture.store.write { transaction in
            guard var phone = try transaction.device(ben) else { return }
            phone.address = nil
            try transaction.update(phone)
        }
        try await care.signal(.fall)
        try await care.fixture.pass(.seconds(30))
        #expect(servers.stages == [.alert])
        #expect(try care.pushes(to: care.carla) == [.alert])
    }
}
