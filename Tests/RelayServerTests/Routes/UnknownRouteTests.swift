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

    @Test("A known path tells which methods it has", arguments: Set(Endpoints.all.map(\.path)))
    func methodNotAllowed(path: String) async throws {
        try await TestRelay.with { relay in
            let methods = Set(Endpoints.all.filter { $0.path == path }.map(\.method))
            let known = RequestMethod.allCases.filter(methods.contains).map(\.rawValue)
            let path = path.replacing("{id}", with: "AAAAAAAAAAAAAAAAAAAAAA")
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
        arguments: ["/x", "/v1", "/v2/alarms", "/v1/alarms/a/b/c", "//x", "/etc/passwd", "*"]
    )
    func notFound(path: String) async throws {
        try await TestRelay.with { relay in
            let kind = try await relay.get(path).problem().kind
            #expect(kind == .notFound)
        }
    }

    @Test("Every endpoint is served, to those who have an envelope for it")
    func exists() async throws {
        try await TestRelay.with { relay in
            for endpoint in Endpoints.all where endpoint.access.needsEnvelope {
                let path = endpoint.path.replacing("{id}", with: "AAAAAAAAAAAAAAAAAAAAAA")
                let answer = try await relay.send(endpoint.method, path, envelope: "x")
                #expect(try answer.problem().kind == .unauthorized, "\(endpoint.method) \(path)")
            }
        }
    }

    @Test("Without an envelope an invalid identifier in the path is refused as any other")
    func badNameWithoutEnvelope() async throws {
        try await TestRelay.with { relay in
            for endpoint in Endpoints.all where endpoint.path.contains("{id}") {
                let path = endpoint.path.replacing("{id}", with: "x").replacing("{person}", with: "y")
                let answer = try await relay.send(endpoint.method, path, envelope: "x")
                #expect(try answer.problem().kind == .unauthorized, "\(endpoint.method) \(path)")
            }
        }
    }
}
