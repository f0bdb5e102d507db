import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import RelayServer
import Testing
import WebApp

@Suite("The web app's routes")
struct WebAppRouteTests {
    @Test("The page answers wherever a link leads", arguments: ["/", "/e", "/p", "/P", "/status", "/index.html"])
    func page(path: String) async throws {
        let page = try #require(try WebSite().files[WebSite.page])
        try await TestRelay.with { relay in
            let answer = try await relay.get(path)
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
            #expect(Array(buffer: answer.body) == page.bytes)
            let head = try await relay.client.execute(uri: path, method: .head)
            #expect(head.status == .ok)
            #expect(head.headers[.contentLength] == String(page.bytes.count))
            #expect(head.body.readableBytes == 0)
        }
    }

    @Test("Every file is served under a policy that allows no other host, no inline script and no HTML from strings")
    func files() async throws {
        let site = try WebSite()
        try await TestRelay.with { relay in
            for file in site.files.values {
                let answer = try await relay.get(file.path)
                #expect(answer.status == .ok, "\(file.path)")
                #expect(answer.headers[.contentType] == file.contentType)
                #expect(answer.headers[.cacheControl] == "no-cache")
                let policy = try #require(answer.headers[.contentSecurityPolicy])
                #expect(policy.hasPrefix("default-src 'none'; script-src 'self';"))
                #expect(policy.contains("require-trusted-types-for 'script'"))
                #expect(policy.contains("frame-ancestors 'none'"))
                #expect(!policy.contains("unsafe") && !policy.contains("http"))
            }
        }
    }

    @Test("Whoever takes gzip is given it, and whoever has a file already is told so")
    func compressedAndKnown() async throws {
        let page = try #require(try WebSite().files[WebSite.page])
        try await TestRelay.with { relay in
            let fields: HTTPFields = [.acceptEncoding: "br, gzip;q=0.8"]
            let answer = try await relay.client.execute(uri: "/", method: .get, headers: fields)
            #expect(answer.headers[.contentEncoding] == "gzip")
            #expect(Array(buffer: answer.body) == page.gzipped)
            let refusing: HTTPFields = [.acceptEncoding: "gzip;q=0"]
            let plain = try await relay.client.execute(uri: "/", method: .get, headers: refusing)
            #expect(plain.headers[.contentEncoding] == nil)
            let tag = try #require(answer.headers[.eTag])
            let known = try await relay.client.execute(
                uri: "/",
                method: .get,
                headers: [.ifNoneMatch: "\"x\", W/\(tag)"]
            )
            #expect(known.status == .notModified)
            #expect(known.body.readableBytes == 0)
            #expect(known.headers[.eTag] == tag)
        }
    }

    @Test("Turned off, the app is not there, and a pairing link leads to a page of its own")
    func off() async throws {
        try await TestRelay.with(["web-app": "off"]) { relay in
            for path in ["/", "/e", "/index.html", "/worker.js", "/status"] {
                let answer = try await relay.get(path)
                #expect(answer.status == .notFound, "\(path)")
            }
            let page = try await relay.get("/p")
            #expect(page.text.contains("type the 20 letters and digits"))
        }
    }
}
