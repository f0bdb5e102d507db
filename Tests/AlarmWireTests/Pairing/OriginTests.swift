import AlarmWire
import Testing

@Suite("An origin has one spelling")
struct OriginTests {
    @Test(
        "Other spellings are normalised",
        arguments: [
            ("https://relay.example.org", "https://relay.example.org"),
            ("HTTPS://Relay.Example.ORG/", "https://relay.example.org"),
            ("https://relay.example.org:443", "https://relay.example.org"), ("https://a:8443/", "https://a:8443"),
            ("http://localhost:80", "http://localhost"), ("http://127.0.0.1:443", "http://127.0.0.1:443"),
            ("https://[2001:DB8::1]:443/", "https://[2001:db8::1]"), ("http://[::1]:8080", "http://[::1]:8080"),
            ("https://[::]", "https://[::]"), ("https://[1:2:3:4:5:6:7:8]", "https://[1:2:3:4:5:6:7:8]"),
            ("https://[1::]", "https://[1::]"), ("https://xn--mnchen-3ya.de", "https://xn--mnchen-3ya.de"),
            ("https://192.0.2.7", "https://192.0.2.7"),
        ]
    )
    func normalises(written: String, text: String) throws {
        let origin = try Origin(written)
        #expect(origin.text == text)
        #expect(try Origin(text) == origin)
        #expect((Origin(canonical: written) == nil) == (written != text))
    }

    @Test(
        "An invalid origin is refused with the reason",
        arguments: [
            ("relay.example.org", OriginError.scheme), ("", .scheme), ("ws://a", .scheme), ("https://", .host),
            ("https:///", .host), ("https://a/b", .host), ("https://a//", .host), ("https://a?b", .host),
            ("https://a#b", .host),
            ("https://u@a", .host), ("https://u:p@a", .port), ("https://-a.de", .host), ("https://a..de", .host),
            ("https://a.de.", .host),
            ("https://münchen.de", .host), ("https://a b", .host), ("https://256.1.1.1", .host),
            ("https://1.2.3", .host),
            ("https://01.2.3.4", .host), ("https://[::1", .port), ("https://[1::2::3]", .host),
            ("https://[:::]", .host),
            ("https://[1:2:3:4:5:6:7]", .host), ("https://[1:2:3:4:5:6:7:8:9]", .host), ("https://[12345::]", .host),
            ("https://[g::]", .host), ("https://[]", .host), ("https://[:1]", .host), ("https://[1:]", .host),
            ("https://a:", .port), ("https://a:0", .port), ("https://a:65536", .port), ("https://a:+1", .port),
            ("https://a:８", .host), ("http://example.org", .plaintext(host: "example.org")),
            ("http://127.0.0.2", .plaintext(host: "127.0.0.2")),
            ("http://localhost.evil.org", .plaintext(host: "localhost.evil.org")),
        ]
    )
    func refuses(text: String, error: OriginError) {
        #expect(throws: error) { try Origin(text) }
    }
}
