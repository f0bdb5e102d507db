import AlarmCore
import AlarmWire
import CurlClient
import Delivery
import Engine
import Hummingbird
import HummingbirdTesting
import RelayServer
import RelayTesting
import Sealing
import Storage
import Testing

@Suite("A server of a person's own, over HTTP")
struct WebhookDeviceRouteTests {
    private static let open = ["open-registration": "true"]
    private static let request = AddWebhookDevice(webhook: "https://home.example.org/api/webhook/s3cr3t")

    @Test("A device adds it, sees it and removes it; neither address nor secret is in an answer, the log or the store")
    func journey() async throws {
        try await TestRelay.with(Self.open, gateways: Gateways(RecordingServers())) { relay in
            let device = try await TestDevice(at: relay)
            let added: WebhookDeviceAdded = try await device.ask(Endpoints.Devices.addWebhook(Self.request))
            let secret = added.webhookSecret
            #expect(WebhookSecret(secret) != nil)
            let list: DeviceList = try await device.ask(Endpoints.Devices.list())
            let server = try #require(list.devices.first { $0.id == added.deviceID })
            #expect(server.platform == .webhook && server.isReachable && !server.isSelf)
            let stored = try #require(try await relay.relay.engine.read { try $0.device(added.deviceID) })
            let plain = Array("s3cr3t".utf8)
            let sealed = [stored.sealedKey, stored.registration, stored.address?.sealed ?? []]
            for bytes in sealed { #expect(!bytes.contains(plain)) }
            let export = try await device.send(Endpoints.Me.export(CursorTarget()))
            #expect(export.status == .ok)
            let texts = [relay.log.text, String(decoding: list.wire, as: UTF8.self), String(buffer: export.body)]
            for text in texts {
                #expect(!text.contains("s3cr3t") && !text.contains(secret) && !text.contains("home.example.org"))
            }
            let gone = try await device.send(Endpoints.Devices.remove(added.deviceID))
            #expect(gone.status == .noContent)
            let left: DeviceList = try await device.ask(Endpoints.Devices.list())
            #expect(left.devices.map(\.id) == [device.id])
        }
    }

    @Test("It cannot call the relay, whatever key it seals with")
    func keyless() async throws {
        try await TestRelay.with(Self.open, gateways: Gateways(RecordingServers())) { relay in
            let device = try await TestDevice(at: relay)
            let added: WebhookDeviceAdded = try await device.ask(Endpoints.Devices.addWebhook(Self.request))
            let secret = [UInt8](repeating: 0, count: 32)
            let server = try await TestDevice(at: relay, added.deviceID, deviceKey: secret)
            let answer = try await server.send(Endpoints.Devices.list())
            #expect(try answer.problem().kind == .unauthorized)
        }
    }

    @Test("A relay that sends contacts webhooks has servers too, by the same rules; one that sends none refuses them")
    func configured() async throws {
        let client = try CurlClient()
        let webhooks = WebhookChannel(configuration: .init(), client: client) { Instant(milliseconds: 0) }
        let gateways = Gateways(contactChannels: ContactChannels(webhook: webhooks))
        try await TestRelay.with(Self.open, gateways: gateways) { relay in
            let device = try await TestDevice(at: relay)
            let _: WebhookDeviceAdded = try await device.ask(Endpoints.Devices.addWebhook(Self.request))
            let plain = AddWebhookDevice(webhook: "http://home.example.org/")
            let refused = try await device.send(Endpoints.Devices.addWebhook(plain)).problem()
            #expect(refused.kind == .malformed && refused.pointer == "/webhook")
        }
        try await TestRelay.with(Self.open) { relay in
            let device = try await TestDevice(at: relay)
            let refused = try await device.send(Endpoints.Devices.addWebhook(Self.request)).problem()
            #expect(refused.kind == .noChannel)
        }
        await client.shutdown()
    }

    @Test("Nobody registers as one")
    func registering() {
        let key = Base64URL.encode([UInt8](repeating: 1, count: 32))
        let text = #"{"deviceKey":"\#(key)","platform":"webhook"}"#
        let error = #expect(throws: WireError.self) { try RegisterDevice(wire: Array(text.utf8)) }
        #expect(error?.pointer == "/platform")
    }
}
