import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import RelayServer
import Sealing
import Testing
import WebApp

@Suite("The routes of the interface's description")
struct DescriptionRouteTests {
    @Test("The page and the file are served as they are embedded, also without the web app", arguments: ["on", "off"])
    func served(webApp: String) async throws {
        let description = try InterfaceDescription.embedded()
        try await TestRelay.with(["web-app": webApp]) { relay in
            let page = try await relay.get("/api")
            #expect(page.status == .ok)
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(Array(buffer: page.body) == description.page.bytes)
            let file = try await relay.get("/openapi.yaml")
            #expect(file.status == .ok)
            #expect(file.headers[.contentType] == "application/yaml")
            #expect(Array(buffer: file.body) == description.file.bytes)
            #expect(file.text.hasPrefix("openapi: 3.1"))
        }
    }

    @Test("The page runs no script, loads nothing, and its policy allows its own style alone")
    func policy() async throws {
        try await TestRelay.with { relay in
            let page = try await relay.get("/api")
            for text in ["<script", "src=", "<form", "<img", "<link", "url(", "@import"] {
                #expect(!page.text.contains(text), "\(text)")
            }
            let start = try #require(page.text.firstRange(of: "<style>")).upperBound
            let end = try #require(page.text.firstRange(of: "</style>")).lowerBound
            let digest = Data(try SHA256.hash(Array(page.text[start..<end].utf8))).base64EncodedString()
            #expect(
                page.headers[.contentSecurityPolicy]
                    == "default-src 'none'; style-src 'sha256-\(digest)'; base-uri 'none'; form-action 'none'; "
                    + "frame-ancestors 'none'"
            )
            let file = try await relay.get("/openapi.yaml")
            #expect(file.headers[.contentSecurityPolicy] == "default-src 'none'; frame-ancestors 'none'")
            #expect(file.headers[.xContentTypeOptions] == "nosniff")
        }
    }

    @Test("Whoever takes gzip is given it, and whoever has the version already is told so", arguments: Self.paths)
    func compressedAndKnown(path: String) async throws {
        let description = try InterfaceDescription.embedded()
        let expected = try #require([description.page, description.file].first { $0.path == path })
        try await TestRelay.with { relay in
            let answer = try await relay.client.execute(uri: path, method: .get, headers: [.acceptEncoding: "gzip"])
            #expect(answer.headers[.contentEncoding] == "gzip")
            #expect(answer.headers[.vary] == "Accept-Encoding")
            #expect(answer.headers[.cacheControl] == "no-cache")
            #expect(expected.gzipped != nil)
            #expect(Array(buffer: answer.body) == expected.gzipped)
            let tag = try #require(answer.headers[.eTag])
            let known = try await relay.client.execute(uri: path, method: .get, headers: [.ifNoneMatch: tag])
            #expect(known.status == .notModified)
            #expect(known.body.readableBytes == 0)
            let head = try await relay.client.execute(uri: path, method: .head)
            #expect(head.status == .ok)
            #expect(head.headers[.contentLength] == String(expected.bytes.count))
        }
    }

    private static let paths = ["/api", "/openapi.yaml"]
}
