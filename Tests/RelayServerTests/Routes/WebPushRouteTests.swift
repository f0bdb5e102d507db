import AlarmCore
import AlarmWire
import Delivery
import Engine
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import RelayServer
import RelayTesting
import Sealing
import Storage
import Testing

@Suite("Browsers over HTTP")
struct WebPushRouteTests {
    private static let open = ["open-registration": "true"]

    private static func subscription(_ name: String = "1") throws -> WebPushSubscription {
        let keys = try WebPushReceiverKeys()
        return WebPushSubscription(
            endpoint: "https://push.example.org/push/s3cr3t-\(name)",
            p256dh: keys.privateKey.publicKey.x963,
            auth: keys.secret
        )
    }

    @Test("The key for subscribing needs no envelope, and a relay without Web Push has none")
    func key() async throws {
        let browsers = try BrowserPushes()
        try await TestRelay.with(gateways: Gateways(browsers)) { relay in
            let answer = try await relay.get(Endpoints.WebPush.key.target)
            #expect(answer.status == .ok)
            #expect(String(buffer: answer.body) == #"{"publicKey":"\#(Base64URL.encode(browsers.publicKey))"}"#)
        }
        try await TestRelay.with { relay in
            let kind = try await relay.get(Endpoints.WebPush.key.target).problem().kind
            #expect(kind == .notFound)
        }
    }

    @Test("A browser registers, moves to the event stream and back, and its endpoint reaches neither answers nor log")
    func moving() async throws {
        let browsers = try BrowserPushes()
        try await TestRelay.with(Self.open, gateways: Gateways(browsers)) { relay in
            let deviceKey = [UInt8](repeating: 9, count: 32)
            let request = RegisterDevice(deviceKey: deviceKey, platform: .webPush, webPush: try Self.subscription())
            let registered: DeviceRegistered = try await relay.register(request).message()
            let device = try await TestDevice(at: relay, registered.deviceID, deviceKey: deviceKey)
            func view() async throws -> DeviceView {
                let list: DeviceList = try await device.ask(Endpoints.Devices.list())
                return try #require(list.devices.first)
            }
            #expect(try await view().platform == .webPush)
            let _: TokenReplaced = try await device.ask(Endpoints.Devices.replaceToken(.events))
            #expect(try await view().platform == .events)
            let again = ReplaceToken(webPush: try Self.subscription("2"))
            let _: TokenReplaced = try await device.ask(Endpoints.Devices.replaceToken(again))
            let moved = try await view()
            #expect(moved.platform == .webPush && moved.isReachable)
            let refused = try await device.send(
                Endpoints.Devices.replaceToken(
                    ReplaceToken(
                        apns: PushRegistration(
                            token: String(repeating: "ab", count: 32),
                            environment: .production,
                            topic: "a.b"
                        )
                    )
                )
            )
            #expect(try refused.problem().kind == .malformed)
            #expect(!relay.log.text.contains("s3cr3t"))
        }
    }

    @Test("What a device says of itself can be changed, and nothing else")
    func changing() async throws {
        try await TestRelay.with(Self.open) { relay in
            let device = try await TestDevice(at: relay)
            let change = DeviceChange(
                capabilities: Device.Capabilities(alarmKit: false, criticalAlerts: true, os: "x"),
                timeZone: "Asia/Taipei",
                locale: "zh-Hant"
            )
            let view: DeviceView = try await device.ask(Endpoints.Devices.change(change))
            #expect(view.isSelf && view.capabilities.criticalAlerts)
            let stored = try #require(try await relay.relay.engine.read { try $0.device(device.id) })
            #expect((stored.timeZone, stored.locale) == ("Asia/Taipei", "zh-Hant"))
            let unknown = try await device.send(Endpoints.Devices.change(DeviceChange(timeZone: "Mars/Olympus")))
            #expect(try unknown.problem().kind == .unknownZone)
            let target = Endpoints.Devices.change.target
            let empty = try await device.send(.patch, target, NoContent())
            #expect(try empty.problem().kind == .malformed)
        }
    }

    @Test(
        "A subscription is read strictly",
        arguments: [
            (#""endpoint":"http://push.example.org/1""#, "/webpush/endpoint"),
            (#""endpoint":"https://user@push.example.org/1""#, "/webpush/endpoint"),
            (#""endpoint":"https://push.example.org/ 1""#, "/webpush/endpoint"),
            (#""endpoint":"https://push.example.org/\#(String(repeating: "x", count: 2048))""#, "/webpush/endpoint"),
            (#""endpoint":"ftp://push.example.org""#, "/webpush/endpoint"),
            (#""p256dh":"AAAA""#, "/webpush/p256dh"), (#""auth":"AAAA""#, "/webpush/auth"),
            (#""auth":"AAAAAAAAAAAAAAAAAAAAAA==""#, "/webpush/auth"),
            (#""expirationTime":1"#, "/webpush/expirationTime"),
        ]
    )
    func strict(member: String, pointer: String) throws {
        let good = try Self.subscription()
        var members = [
            "endpoint": #""endpoint":"\#(good.endpoint)""#, "p256dh": #""p256dh":"\#(Base64URL.encode(good.p256dh))""#,
            "auth": #""auth":"\#(Base64URL.encode(good.auth))""#,
        ]
        members[String(pointer.dropFirst(9))] = member
        let text = members.values.joined(separator: ",")
        let error = #expect(throws: WireError.self) {
            try ReplaceToken(wire: Array(#"{"platform":"webpush","webpush":{\#(text)}}"#.utf8))
        }
        #expect(error?.pointer == pointer)
    }

    @Test(
        "An address goes with its platform and with no other",
        arguments: [
            (#"{"platform":"webpush"}"#, "/webpush"), (#"{"platform":"apns"}"#, "/apns"), ("{}", "/apns"),
            (#"{"platform":"events","webpush":{}}"#, "/webpush/endpoint"), (#"{"platform":"fax"}"#, "/platform"),
        ]
    )
    func platforms(text: String, pointer: String) {
        let error = #expect(throws: WireError.self) { try ReplaceToken(wire: Array(text.utf8)) }
        #expect(error?.pointer == pointer)
    }
}

@Suite("Web Push when a relay starts")
struct WebPushStartTests {
    private static func start(_ configuration: RelayConfiguration) async throws -> Relay {
        try await buildRelay(configuration: configuration, clock: TestClock(), logger: LogRecord().logger)
    }

    private static func removeKey(at path: String) throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("webpush") }
        try Keyring(parsing: lines.joined(separator: "\n") + "\n").replace(at: path)
    }

    @Test("It pushes to browsers by default, with the key of its keyring, which a restart keeps")
    func on() async throws {
        try await TemporaryDirectory.with { directory in
            let configuration = try RelayConfiguration(environment: TestRelay.environment(directory))
            #expect(configuration.webPush?.subject.description == "https://relay.example.org")
            for _ in 0..<2 {
                let relay = try await Self.start(configuration)
                let channel = relay.engine.channels[.webPush] as? any WebPushing
                #expect(try channel?.publicKey == Keyring.load(from: configuration.keyring).webPush?.publicKey)
                #expect(channel?.relayOrigin.text == "https://relay.example.org")
                await relay.close()
            }
        }
    }

    @Test(
        "A keyring from before gets a key at the next start; a credential of the service manager cannot, and it is off"
    )
    func oldKeyring() async throws {
        try await TemporaryDirectory.with { directory in
            let environment = TestRelay.environment(directory)
            let configuration = try RelayConfiguration(environment: environment)
            try await Self.start(configuration).close()
            try Self.removeKey(at: configuration.keyring)
            #expect(try Keyring.load(from: configuration.keyring).webPush == nil)
            let relay = try await Self.start(configuration)
            #expect(relay.engine.channels[.webPush] != nil)
            await relay.close()
            let key = try Keyring.load(from: configuration.keyring).webPush
            #expect(key != nil)
            #expect(try !addWebPushKey(configuration: configuration, now: Instant(seconds: 1)).isNew)

            try Self.removeKey(at: configuration.keyring)
            let credentials = environment.merging(["CREDENTIALS_DIRECTORY": directory.path + "/data"]) { $1 }
            let locked = try RelayConfiguration(environment: credentials)
            let second = try await Self.start(locked)
            #expect(second.engine.channels[.webPush] == nil)
            await second.close()
            #expect(throws: RelayError.keyringIsCredential(path: locked.keyring)) {
                try addWebPushKey(configuration: locked, now: Instant(seconds: 1))
            }
        }
    }

    @Test(
        "What it may reach is configured: public services, named ones besides, or none",
        arguments: [
            ("public", []), ("https://push.home.example:8443", ["https://push.home.example:8443"]),
            ("https://a.example, http://127.0.0.1:9090", ["https://a.example", "http://127.0.0.1:9090"]),
            ("NONE", nil),
        ] as [(String, [String]?)]
    )
    func allowed(text: String, origins: [String]?) throws {
        let environment = ["HOME": "/h", "REVEILLE_WEBPUSH_ALLOW": text]
        let webPush = try RelayConfiguration(environment: environment).webPush
        #expect(webPush?.allowed == origins.map { Set($0) })
    }

    @Test(
        "A setting that cannot be used is a fault",
        arguments: [
            ("webpush-allow", "push.example.org"), ("webpush-allow", "https://a.example/path"), ("webpush-allow", ""),
            ("webpush-allow", "http://push.example.org"), ("webpush-subject", "ops@example.org"),
            ("webpush-subject", "mailto:<ops@example.org>"), ("webpush-ca-file", "/nowhere/ca.pem"),
        ]
    )
    func faults(name: String, text: String) {
        #expect(throws: ConfigurationError.self) {
            try RelayConfiguration(flags: [name: text], environment: ["HOME": "/h"])
        }
    }
}
