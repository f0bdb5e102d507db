import AlarmCore
import CurlClient
import Foundation
import HummingbirdTesting
import RelayTesting
import TestSupport
import Testing

import struct HTTPTypes.HTTPField
import struct HTTPTypes.HTTPFields

@testable import RelayServer

@Suite("A relay that speaks TLS itself", .timeLimit(.minutes(10)))
struct TLSTests {
    private static let ask = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    private static let answered = "HTTP/1.1 200 OK"

    /// Runs `body` with a relay that has a certificate.
    private static func with(
        _ flags: [String: String] = [:],
        _ body: @escaping @Sendable (TestRelay, TestCertificate, TemporaryDirectory) async throws -> Void
    ) async throws {
        try await TemporaryDirectory.with { directory in
            let certificate = try TestCertificate(in: directory)
            let flags = certificate.flags.merging(flags) { $1 }
            try await TestRelay.with(flags, in: directory, under: TestClock(), through: .live) { relay in
                try await body(relay, certificate, directory)
            }
        }
    }

    private static func get(
        _ relay: TestRelay,
        trusting authority: String,
        by client: CurlClient
    ) async throws -> HTTPResponse {
        let profile = ConnectionProfile(version: .negotiated, certificateAuthorityFile: authority)
        let port = try #require(relay.client.port)
        return try await client.send(HTTPRequest(url: "https://localhost:\(port)/healthz", profile: profile))
    }

    /// Asks on a new connection.
    private static func get(_ relay: TestRelay, trusting authority: String) async throws -> HTTPResponse {
        let client = try CurlClient()
        let result: Result<HTTPResponse, any Error>
        do {
            result = .success(try await get(relay, trusting: authority, by: client))
        } catch {
            result = .failure(error)
        }
        await client.shutdown()
        return try result.get()
    }

    @Test("It answers whoever trusts its certificate, and tells browsers to stay with TLS")
    func answer() async throws {
        try await Self.with { relay, certificate, _ in
            let answer = try await Self.get(relay, trusting: certificate.authorityFile)
            #expect(answer.status == 200)
            #expect(answer.head.headers["strict-transport-security"] == "max-age=31536000")
        }
    }

    @Test("Without a certificate, and at an address without TLS, nothing is said of staying with it")
    func plain() async throws {
        try await TestRelay.with(["origin": "http://127.0.0.1:1"]) { relay in
            let answer = try await relay.get("/healthz")
            #expect(answer.headers[.strictTransportSecurity] == nil)
        }
    }

    @Test("A client that speaks plain HTTP is closed, and does no harm")
    func plainClient() async throws {
        try await Self.with { relay, certificate, _ in
            let heard = try await RawConnection.with(relay) { client in
                try await client.send(Self.ask)
                return await client.hearAll()
            }
            #expect(!heard.contains("HTTP/1.1"))
            #expect(try await Self.get(relay, trusting: certificate.authorityFile).status == 200)
        }
    }

    @Test(
        "A handshake that does not end in time is cut, whether it has begun or not",
        arguments: ["", "\u{16}\u{3}\u{1}"]
    )
    func slowHandshake(beginning: String) async throws {
        try await Self.with(["limit-request-time": "1s"]) { relay, _, _ in
            let heard = try await RawConnection.with(relay) { client in
                if !beginning.isEmpty { try await client.send(beginning) }
                return await client.hearAll()
            }
            #expect(heard.isEmpty)
            // The test's own client may meet the limit at the same moment, be counted with it, and hold up the line.
            while !relay.log.text.contains("closed=slow-handshake") { try await Task.yieldUnlessCancelled() }
            while relay.relay.connections.count > 0 { try await Task.yieldUnlessCancelled() }
        }
    }

    @Test("Connections of one address have their bound before the handshake too: the oldest makes room, at once")
    func room() async throws {
        // Connections of a trusted proxy have no bound, and this machine is one unless told otherwise.
        let flags = ["trusted-proxies": "192.0.2.1", "limit-connections-per-address": "2", "limit-request-time": "10m"]
        try await Self.with(flags) {
            relay,
            certificate,
            _ in
            // The test's own client has a connection too, and would take the place of another if it came later.
            while relay.relay.connections.count < 1 { try await Task.yieldUnlessCancelled() }
            // Neither of the first two ever begins to speak TLS.
            try await RawConnection.with(relay) { oldest in
                // Connections are taken by several threads: in the order of their beginning only if one waits for it.
                while relay.relay.connections.count < 2 { try await Task.yieldUnlessCancelled() }
                try await RawConnection.with(relay) { _ in
                    try await RawConnection.with(relay, trusting: certificate) { newest in
                        #expect(await oldest.hearAll().isEmpty)
                        try await newest.send(Self.ask)
                        #expect(await newest.hear(Self.answered).hasPrefix(Self.answered))
                    }
                }
            }
        }
    }

    @Test("Whoever sends more requests ahead than allowed is cut off within TLS as without")
    func flood() async throws {
        try await Self.with(["limit-pipelined-requests": "4"]) { relay, certificate, _ in
            let heard = try await RawConnection.with(relay, trusting: certificate) { client in
                try await client.send(String(repeating: Self.ask, count: 40))
                return await client.hearAll()
            }
            #expect(heard.split(separator: Self.answered).count < 40)
            #expect(relay.log.text.contains("pipelining 1"))
        }
    }

    @Test("A body that does not come in time ends in 408 within TLS as without")
    func slowBody() async throws {
        // The handshake has to be over by then, on a machine that has much else to do.
        try await Self.with(["limit-request-time": "10s"]) { relay, certificate, _ in
            let heard = try await RawConnection.with(relay, trusting: certificate) { client in
                let fields = "Host: x\r\nContent-Type: application/json\r\nContent-Length: 100"
                try await client.send("POST /v1/devices HTTP/1.1\r\n\(fields)\r\n\r\n{")
                return await client.hearAll()
            }
            #expect(heard.hasPrefix("HTTP/1.1 408"))
        }
    }

    @Test("A new certificate is for new connections; those that are open live on")
    func reload() async throws {
        try await Self.with { relay, old, directory in
            let client = try CurlClient()
            #expect(try await Self.get(relay, trusting: old.authorityFile, by: client).status == 200)
            let new = try TestCertificate(in: directory)
            relay.relay.reloadCertificates()
            #expect(try await Self.get(relay, trusting: new.authorityFile).status == 200)
            await #expect(throws: CurlError.self) { try await Self.get(relay, trusting: old.authorityFile) }
            #expect(try await Self.get(relay, trusting: old.authorityFile, by: client).status == 200)
            await client.shutdown()
        }
    }

    @Test("New files that cannot be used leave the old certificate, and are told of once with what to do")
    func badReload() async throws {
        try await Self.with { relay, certificate, directory in
            let other = try TestCertificate(in: directory, name: "other")
            let key = try String(contentsOfFile: other.keyFile, encoding: .utf8)
            _ = try directory.write(key, to: "relay.key")
            relay.relay.reloadCertificates()
            relay.relay.reloadCertificates()
            #expect(relay.log.text.split(separator: "the new certificate cannot be used").count == 2)
            #expect(relay.log.text.contains("is not the key of the certificate in"))
            #expect(try await Self.get(relay, trusting: certificate.authorityFile).status == 200)
        }
    }
}
