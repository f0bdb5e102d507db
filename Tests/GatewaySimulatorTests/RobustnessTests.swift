import AlarmCore
import Foundation
import NIOCore
import NIOPosix
import TestSupport
import Testing

@testable import GatewaySimulator

@Suite("Nothing from the network breaks the gateway")
struct RobustnessTests {
    @Test("Rubbish on either port ends its own connection alone")
    func rubbish() async throws {
        try await GatewayFixture.runControlled { fixture, control in
            var generator = SeededGenerator(seed: 7)
            for _ in 0..<60 {
                let bytes = Self.rubbish(&generator)
                try await Self.send(bytes, to: fixture.gateway.port)
                try await Self.send(bytes, to: control.port)
            }
            #expect(try await fixture.push(fixture.request()).status == 200)
            #expect(try await control.send("GET", "/healthz").status == 200)
        }
    }

    @Test("A header list beyond the advertised 8,000 bytes resets its stream, and the connection goes on")
    func headers() async throws {
        try await GatewayFixture.run { fixture async throws in
            var request = try fixture.request()
            request.set("x-filler", String(repeating: "x", count: 9000))
            let result = try await fixture.curl([request, fixture.request()])
            #expect(result.errors.contains("ENHANCE_YOUR_CALM"), "\(result.errors)")
            #expect(fixture.gateway.log.map(\.connection) == [1])
            #expect(fixture.gateway.log.map(\.isAccepted) == [true])
        }
    }

    @Test("Headers of the control endpoint have their limits as well")
    func controlHeaders() async throws {
        try await GatewayFixture.runControlled { _, control async throws in
            let long = "X-Filler: " + String(repeating: "x", count: 9000)
            #expect(try await control.send("GET", "/healthz", headers: [long]).status != 200)
            #expect(try await control.send("GET", "/healthz").status == 200)
        }
    }

    @Test("No target and no body traps the control endpoint", arguments: 0..<200 as Range<UInt64>)
    func controlRequests(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "/", "v1", "%", "%2F", "?", "&", "=", "pushes", "since", "behavior", "ä", "\u{0}", "99999999999999999999",
        ]
        let target = (0..<Int.random(in: 0...8, using: &generator))
            .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
        guard let request = ControlRequest(method: "GET", target: "/" + target) else { return }
        #expect(!request.path.isEmpty)
        #expect(request.path.allSatisfy { !$0.isEmpty })
    }

    private static func rubbish(_ generator: inout SeededGenerator) -> [UInt8] {
        let starts = [
            "", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "PUT /v1/behavior ",
        ]
        let start = starts.randomElement(using: &generator) ?? ""
        return Array(start.utf8) + generator.bytes(Int.random(in: 0...2000, using: &generator))
    }

    /// Sends bytes and closes the connection.
    private static func send(_ bytes: [UInt8], to port: Int) async throws {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port).get()
        try? await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
        try? await channel.close().get()
    }
}
