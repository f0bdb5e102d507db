import AlarmCore
import AlarmWire
import Engine
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import RelayServer
import RelayTesting
import Sealing
import Storage
import Testing

@Suite("The pages")
struct PageTests {
    @Test("The page of a pairing link says what to do, in small letters and in capitals", arguments: ["/p", "/P"])
    func pairing(path: String) async throws {
        try await TestRelay.with(["web-app": "off"]) { relay in
            let answer = try await relay.get(path)
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
            #expect(answer.text.contains("type the 20 letters and digits"))
        }
    }

    @Test(
        "The page of a link speaks of what its code is for, in the reader's language",
        arguments: [
            ("/p", "en", "Somebody wants to pair with you"), ("/p?care", "en-GB", "You are invited to a care circle"),
            ("/P?CARE", "zh-TW", "有人邀請您加入照護圈"), ("/p?family", "zh-Hans", "有人邀请您加入家庭"),
            ("/p?device", "en", "Link a device of your own"), ("/p?x", "en", "Somebody wants to pair with you"),
        ]
    )
    func purposes(path: String, language: String, title: String) async throws {
        try await TestRelay.with(["web-app": "off"]) { relay in
            let answer = try await relay.client.execute(
                uri: path,
                method: .get,
                headers: [.acceptLanguage: language]
            )
            let text = String(buffer: answer.body)
            #expect(text.contains("<h1 class=\"title\">\(title)</h1>"))
            #expect(text.lowercased().contains("pair") == (title.contains("pair")))
        }
    }

    @Test("It runs no script, loads nothing, leads nowhere, and its policy allows its own style alone")
    func policy() async throws {
        try await TestRelay.with(["web-app": "off"]) { relay in
            let answer = try await relay.get("/p")
            for text in ["<script", "src=", "href=", "<form", "<img", "http://", "https://", "url("] {
                #expect(!answer.text.contains(text))
            }
            let start = try #require(answer.text.firstRange(of: "<style>")).upperBound
            let end = try #require(answer.text.firstRange(of: "</style>")).lowerBound
            let digest = Data(try SHA256.hash(Array(answer.text[start..<end].utf8))).base64EncodedString()
            let policy = try #require(answer.headers[.contentSecurityPolicy])
            #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-\(digest)';"))
            #expect(answer.headers[try #require(HTTPField.Name("referrer-policy"))] == "no-referrer")
        }
    }

    @Test(
        "Health is told without an envelope, and HEAD has the same head",
        arguments: ["/healthz", "/readyz", "/version", "/p"]
    )
    func health(path: String) async throws {
        try await TestRelay.with { relay in
            let answer = try await relay.get(path)
            let head = try await relay.client.execute(uri: path, method: .head)
            #expect(answer.status == .ok)
            #expect(head.status == .ok)
            #expect(head.headers[.contentLength] == String(answer.body.readableBytes))
            #expect(head.body.readableBytes == 0)
        }
    }

    @Test("The version is that of the program, without an envelope")
    func version() async throws {
        try await TestRelay.with { relay in
            let text = try await relay.get("/version").text
            #expect(text == #"{"version":"\#(SoftwareVersion.text)"}"#)
        }
    }

    /// Status and body of the relay's readiness response.
    private static func readiness(_ relay: TestRelay) async throws -> (HTTPResponse.Status, JSONObject) {
        let answer = try await relay.get("/readyz")
        guard case .object(let members) = try JSONValue(parsing: Array(buffer: answer.body)) else {
            throw WireError(.missing)
        }
        return (answer.status, members)
    }

    @Test("Readiness tells of time zone data and gateway, and fails when the store does")
    func readiness() async throws {
        try await TemporaryDirectory.with { zones in
            _ = try zones.write("# version 2026f\n", to: "tzdata.zi")
            try await TestRelay.with(["zoneinfo": zones.path]) { relay in
                let (status, members) = try await Self.readiness(relay)
                #expect(status == .ok)
                #expect(members["status"] == "ok")
                #expect(members["detail"] == nil)
                #expect(members["tzdata"] == "2026f")
                #expect(members["apns"] == false)
                #expect(members["upSince"] == .string(relay.clock.now().iso8601))
                #expect(members["blind"] == .array([]))
                await relay.relay.engine.store.close()
                let (failed, reasons) = try await Self.readiness(relay)
                #expect(failed == .serviceUnavailable)
                #expect(reasons["status"] == "unavailable")
                #expect(reasons["detail"] == "the store does not answer; the log says why")
                let alive = try await relay.get("/healthz").status
                #expect(alive == .ok)
            }
        }
    }

    @Test("A relay with troubles still takes requests, and says what they are; one that ends takes none")
    func degraded() async throws {
        try await TemporaryDirectory.with { zones in
            _ = try zones.write("# version 2019a\n", to: "tzdata.zi")
            try await TestRelay.with(["zoneinfo": zones.path]) { relay in
                let (status, members) = try await Self.readiness(relay)
                #expect(status == .ok)
                #expect(members["status"] == "degraded")
                #expect(members["detail"] == "the time zone data is of 2019a: update tzdata")
                relay.relay.engine.health.stop()
                let (ending, _) = try await Self.readiness(relay)
                #expect(ending == .serviceUnavailable)
            }
        }
    }

    @Test("Without a gateway no app is associated")
    func noAssociation() async throws {
        try await TestRelay.with { relay in
            let status = try await relay.get("/.well-known/apple-app-site-association").status
            #expect(status == .notFound)
        }
    }

    @Test("With a gateway, its apps may open pairing links")
    func association() async throws {
        try await TemporaryDirectory.with { directory in
            let flags = [
                "apns-key-file": try directory.write("not read here", to: "key.p8"),
                "apns-key-id": "ABCDE12345",
                "apns-team-id": "TEAM123456",
                "apns-topic": "com.example.app,com.example.beta",
            ]
            try await TestRelay.with(flags) { relay in
                let answer = try await relay.get("/.well-known/apple-app-site-association")
                #expect(
                    answer.text == """
                        {"applinks":{"details":[{"appIDs":["TEAM123456.com.example.app","TEAM123456.com.example.beta"],\
                        "components":[{"/":"/p"},{"/":"/P"}]}]}}
                        """
                )
            }
        }
    }

    @Test("Every answer forbids caching, sniffing and framing", arguments: ["/healthz", "/v1/alarms", "/nowhere"])
    func headers(path: String) async throws {
        try await TestRelay.with { relay in
            let answer = try await relay.get(path)
            #expect(answer.headers[.cacheControl] == "no-store")
            #expect(answer.headers[.xContentTypeOptions] == "nosniff")
            #expect(answer.headers[.contentSecurityPolicy] == "default-src 'none'; frame-ancestors 'none'")
            #expect(answer.headers[.strictTransportSecurity] == "max-age=31536000")
            #expect(answer.headers[try #require(HTTPField.Name("x-request-id"))]?.isEmpty == false)
        }
    }
}
