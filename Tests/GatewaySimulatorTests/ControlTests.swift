import AlarmCore
import Foundation
import TestSupport
import Testing

@testable import GatewaySimulator

@Suite("The control endpoint")
struct ControlTests {
    @Test("It tells how the gateway is, and hands out the authority")
    func status() async throws {
        try await GatewayFixture.runControlled { fixture, control async throws in
            let health = try await control.send("GET", "/healthz")
            #expect(health.status == 200)
            #expect(health["status"] as? String == "ok")
            #expect(health["up"] as? Bool == true)
            #expect(health["port"] as? Int == fixture.gateway.port)
            let authority = try await control.send("GET", "/v1/ca.pem")
            #expect(authority.text == fixture.gateway.certificateAuthorityPEM)
        }
    }

    @Test("A key and a device made over it are good for a push, which it then tells of")
    func push() async throws {
        try await GatewayFixture.runControlled { fixture, control async throws in
            let key = try await control.send("POST", "/v1/keys", #"{"topics":["com.example.other"]}"#)
            #expect(key.status == 201)
            let device = try await control.send("POST", "/v1/devices", #"{"topic":"com.example.other"}"#)
            #expect(device.status == 201)
            let token = try #require(device["token"] as? String)
            var request = try fixture.request()
            request.path = "/3/device/\(token)"
            request.set("authorization", key["authorization"] as? String)
            request.set("apns-topic", "com.example.other")
            #expect(try await fixture.push(fixture.request()).status == 200)
            #expect(try await fixture.push(request).status == 200)

            let all = try await control.send("GET", "/v1/pushes")
            #expect((all["pushes"] as? [[String: Any]])?.compactMap { $0["number"] as? Int } == [1, 2])
            #expect(all["last"] as? Int == 2)
            let one = try await control.send("GET", "/v1/pushes?token=\(token.uppercased())&since=1")
            #expect((one["pushes"] as? [[String: Any]])?.compactMap { $0["token"] as? String } == [token])
            let cut = try await control.send("GET", "/v1/pushes?limit=1")
            #expect(cut["last"] as? Int == 1)
            let lines = try await control.send("GET", "/v1/pushes.jsonl")
            #expect(lines.text == fixture.gateway.jsonLines)
            #expect(try await control.send("DELETE", "/v1/pushes").status == 204)
            let none = try await control.send("GET", "/v1/pushes?since=1")
            #expect((none["pushes"] as? [Any])?.isEmpty == true)
            #expect(none["last"] as? Int == 2)

            let name = try #require(key["keyId"] as? String)
            #expect(try await control.send("DELETE", "/v1/keys/\(name)").status == 204)
            #expect(try await control.send("DELETE", "/v1/keys/\(name)").status == 404)
            #expect(try await fixture.push(request).body == #"{"reason":"InvalidProviderToken"}"#)
        }
    }

    @Test("A key of one's own can be registered")
    func ownKey() async throws {
        try await GatewayFixture.runControlled { fixture, control async throws in
            let key = fixture.key
            let fields =
                [
                    "pem": key.pem, "keyId": "ABCDEFGHIJ", "teamId": "0123456789", "topics": [PushRequest.topic],
                    "environments": ["sandbox"],
                ] as [String: Any]
            let body = String(decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self)
            let answer = try await control.send("POST", "/v1/keys", body)
            #expect(answer.status == 201)
            var request = try fixture.request()
            request.set("authorization", answer["authorization"] as? String)
            #expect(try await fixture.push(request).status == 200)
        }
    }

    @Test("Devices go offline, die and are forbidden background pushes")
    func devices() async throws {
        try await GatewayFixture.runControlled { fixture, control async throws in
            let path = "/v1/devices/\(fixture.token)"
            let offline = try await control.send("PATCH", path, #"{"online":false,"backgroundAllowed":false}"#)
            #expect(offline["online"] as? Bool == false)
            #expect(offline["backgroundAllowed"] as? Bool == false)
            _ = try await fixture.push(fixture.request())
            let stored = try await control.send("GET", path)
            #expect(stored["stored"] as? String == fixture.gateway.log.first?.messageID)
            let dead = try await control.send("PATCH", path, #"{"unregister":1700000000123,"online":true}"#)
            #expect(dead["status"] as? String == "unregistered")
            #expect(try await fixture.push(fixture.request()).body.contains("1700000000123"))
            let expired = try await control.send("PATCH", path, #"{"expire":true}"#)
            #expect(expired["status"] as? String == "expired")
            #expect(expired["since"] as? Int64 == fixture.now.milliseconds)
            let again = try await control.send(
                "POST",
                "/v1/devices",
                #"{"topic":"a","environment":"production","token":"\#(fixture.token)"}"#
            )
            #expect(again["status"] as? String == "live")
            #expect(again["environment"] as? String == "production")
            #expect(try await control.send("GET", "/v1/devices/ab").status == 404)
        }
    }

    @Test("Behaviours are set, read and taken back, for everybody and for a token")
    func behaviors() async throws {
        try await GatewayFixture.runControlled { fixture, control async throws in
            let json = #"{"faults":[{"answer":{"status":503,"reason":"ServiceUnavailable"}}]}"#
            #expect(try await control.send("PUT", "/v1/behavior", json).status == 204)
            #expect(try await fixture.push(fixture.request()).status == 503)
            #expect(try await control.send("GET", "/v1/behavior").text == json + "\n")
            let own = "/v1/behavior/\(fixture.token)"
            #expect(try await control.send("GET", own).status == 404)
            #expect(try await control.send("PUT", own, "{}").status == 204)
            #expect(try await control.send("GET", own).text == "{}\n")
            #expect(try await fixture.push(fixture.request()).status == 200)
            #expect(try await control.send("DELETE", own).status == 204)
            #expect(try await fixture.push(fixture.request()).status == 503)
            #expect(try await control.send("DELETE", "/v1/behavior").status == 204)
            #expect(try await fixture.push(fixture.request()).status == 200)
        }
    }

    @Test("Connections get their rules and their ends, and the gateway goes down and comes up")
    func connections() async throws {
        try await GatewayFixture.runControlled { fixture, control async throws in
            let rules = try await control.send("PATCH", "/v1/connections", #"{"resetProtection":"nghttp2"}"#)
            #expect(
                rules.text == #"{"maximumStreams":1000,"holdStreamLimit":false,"resetProtection":"nghttp2"}"# + "\n"
            )
            #expect(fixture.gateway.connectionRules.resetProtection == .nghttp2)
            for end in ["drop", "stall", "goaway"] {
                #expect(try await control.send("POST", "/v1/connections/\(end)").status == 204)
            }
            #expect(try await control.send("POST", "/v1/down", #"{"dropConnections":false}"#).status == 204)
            #expect(try await control.send("GET", "/v1/status")["up"] as? Bool == false)
            #expect(try await fixture.curl([fixture.request()]).status == 7)
            #expect(try await control.send("POST", "/v1/up").status == 204)
            #expect(try await fixture.push(fixture.request()).status == 200)
        }
    }

    /// A refused request, with the expected message.
    struct Refused: CustomTestStringConvertible, Sendable {
        let method: String
        let target: String
        let body: String
        let status: Int
        let says: String

        init(_ method: String, _ target: String, _ body: String, _ status: Int, says: String) {
            (self.method, self.target, self.body, self.status, self.says) = (method, target, body, status, says)
        }

        var testDescription: String { "\(method) \(target) \(body)" }
    }

    @Test(
        "An invalid command is refused, with what was expected",
        arguments: [
            Refused("GET", "/", "", 400, says: "not a path"),
            Refused("GET", "/v2/status", "", 404, says: "nothing under this path"),
            Refused("GET", "/v1/status/more", "", 404, says: "nothing under this path"),
            Refused("POST", "/v1/status", "", 405, says: "POST is not for this path; expected GET"),
            Refused("PUT", "/v1/behavior", "", 400, says: "the text ends too early"),
            Refused("PUT", "/v1/behavior", #"{"latency":5}"#, 400, says: "latency: expected a span"),
            Refused("PUT", "/v1/behavior/xyz", "{}", 400, says: "expected a device token"),
            Refused("POST", "/v1/keys", "{}", 400, says: "topics: missing"),
            Refused("POST", "/v1/keys", #"{"topics":["a"],"pem":"x"}"#, 400, says: "pem, keyId and teamId together"),
            Refused("POST", "/v1/keys", #"{"topics":["a"],"pem":"x","keyId":"k","teamId":"t"}"#, 400, says: "P-256"),
            Refused("POST", "/v1/keys", #"{"topics":["a"],"environments":["test"]}"#, 400, says: "environments[1]"),
            Refused("POST", "/v1/devices", #"{"topic":""}"#, 400, says: "topic: expected a text of 1 to 200 bytes"),
            Refused("POST", "/v1/devices", #"{"topic":"a","token":"zz"}"#, 400, says: "token: expected a device token"),
            Refused("PATCH", "/v1/devices/ab", #"{"online":true}"#, 404, says: "no device has this token"),
            Refused("POST", "/v1/connections/drop", #"{"now":true}"#, 400, says: "now: unknown key"),
            Refused("POST", "/v1/connections/goaway", #"{"kind":"x"}"#, 400, says: "graceful, abrupt, immediate"),
            Refused("GET", "/v1/pushes?sinc=1", "", 400, says: "unknown query field sinc: expected one of since"),
            Refused("GET", "/v1/status?a=b", "", 400, says: "unknown query field a: expected none"),
            Refused("GET", "/v1/pushes?since=-1", "", 400, says: "since: expected a whole number"),
            Refused("GET", "/v1/pushes?token=%zz", "", 400, says: "not a path"),
        ]
    )
    func refused(_ example: Refused) async throws {
        try await GatewayFixture.runControlled { _, control async throws in
            let answer = try await control.send(example.method, example.target, example.body)
            #expect(answer.status == example.status)
            let error = try #require(answer["error"] as? String)
            #expect(error.contains(example.says), "\(error)")
        }
    }

    @Test("A body of more than a mebibyte is not read, and the connection goes on")
    func large() async throws {
        try await GatewayFixture.runControlled { _, control async throws in
            let body = String(repeating: " ", count: 1 << 20) + "{}"
            #expect(try await control.send("PUT", "/v1/behavior", body).status == 413)
        }
    }

    @Test(
        "Web pages cannot command it, under any host name",
        arguments: [
            ("rebound.example", nil, 403), ("rebound.example:80", nil, 403), ("127.0.0.1.example", nil, 403),
            ("localhost:99999", nil, 200), ("[::1]:80", nil, 200), ("127.1.2.3", nil, 200), ("LOCALHOST", nil, 200),
            ("localhost", "https://page.example", 403), ("localhost", "null", 403),
            ("localhost", "http://localhost:3000", 200), ("localhost:x", nil, 403), ("", nil, 403),
        ] as [(String, String?, Int)]
    )
    func webPages(host: String, origin: String?, status: Int) async throws {
        try await GatewayFixture.runControlled { _, control async throws in
            let headers = ["Host: \(host)"] + (origin.map { ["Origin: \($0)"] } ?? [])
            #expect(try await control.send("GET", "/healthz", headers: headers).status == status)
        }
    }

    @Test("Its address has to be a loopback one, even if the gateway's may be public")
    func publicAddress() async {
        var configuration = GatewaySimulator.Configuration()
        configuration.allowPublicAddress = true
        configuration.controlHost = "0.0.0.0"
        configuration.controlPort = 0
        await #expect(throws: GatewaySimulator.StartError.publicControlAddress("0.0.0.0")) {
            _ = try await GatewaySimulator.start(configuration)
        }
    }
}
