import Testing

@testable import Delivery

@Suite("URLs of webhooks")
struct WebURLTests {
    @Test("A URL is split into what a request needs")
    func parts() throws {
        let url = try #require(WebURL("https://Home.Example.org:8123/api/webhook/abc?x=1"))
        #expect(url.isSecure && url.host == "home.example.org" && url.port == 8123)
        #expect(url.pathAndQuery == "/api/webhook/abc?x=1")
        let bare = try #require(WebURL("http://[2001:db8::1]?x"))
        #expect(!bare.isSecure && bare.host == "[2001:db8::1]" && bare.port == 80 && bare.pathAndQuery == "?x")
        #expect(WebURL("https://example.org")?.port == 443)
    }

    @Test(
        "An ambiguous URL is refused",
        arguments: [
            "", "https://", "https:///x", "https://:443/", "ftp://example.org", "HTTPS://example.org", "//example.org",
            "https://user@example.org/", "https://user:password@example.org/", "https://example.org:/",
            "https://example.org:0/", "https://example.org:65536/", "https://example.org:+1/",
            "https://example.org:1:2/",
            "https://example.org#x", "https://example.org\\@evil.example/", "https://example.org /",
            "https://ex\r\nample.org/",
            "https://bücher.example/", "https://example.org/é", "https://[::1", "https://[x]/", "https://[::1]x/",
            "https://ex%61mple.org/", "https://example.org/" + String(repeating: "x", count: 2048),
        ]
    )
    func refused(text: String) {
        #expect(WebURL(text) == nil)
    }
}
