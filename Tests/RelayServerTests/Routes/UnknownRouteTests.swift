import AlarmWire
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import RelayTesting
import Testing

@Suite("A request that no route takes")
struct UnknownRouteTests {
    private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"]

    @Test("A known path tells which methods it has", arguments: Routes.Template.allCases)
    func methodNotAllowed(template: Routes.Template) async throws {
        try await TestRelay.with { relay in
            let path = template.rawValue.replacing("{id}", with: "AAAAAAAAAAAAAAAAAAAAAA")
            let known = template.methods.map(\.rawValue)
            for name in Self.methods where !known.contains(name) {
                let method = try #require(HTTPRequest.Method(name))
                let answer = try await relay.client.execute(uri: path, method: method)
                #expect(try answer.problem().kind == .methodNotAllowed, "\(name) \(path)")
                #expect(answer.headers[.allow] == known.joined(separator: ", "))
            }
        }
    }

    @Test(
        "An unknown path is not found",
        arguments: ["/", "/v1", "/v2/alarms", "/v1/alarms/a/b/c", "//", "/etc/passwd", "*"]
    )
    func notFound(path: String) async throws {
        try await TestRelay.with { relay in
            let kind = try await relay.get(path).problem().kind
            #expect(kind == .notFound)
        }
    }

    @Test("Every route of the protocol exists", arguments: Routes.Template.allCases)
    func exists(template: Routes.Template) async throws {
        try await TestRelay.with { relay in
            let path = template.rawValue.replacing("{id}", with: "AAAAAAAAAAAAAAAAAAAAAA")
            for method in template.methods where template != .devices {
                let answer = try await relay.send(method, path, envelope: "x")
                #expect(try answer.problem().kind == .unauthorized, "\(method) \(path)")
            }
        }
    }
}
