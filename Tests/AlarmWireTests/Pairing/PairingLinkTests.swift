import AlarmCore
import AlarmWire
import Testing

@Suite("A pairing link names a relay and a code")
struct PairingLinkTests {
    private let code = "7K3QD-45M15-Y0DRY-D34KM"

    @Test(
        "Each of the three forms is read back as the same link",
        arguments: [
            "https://relay.example.org", "https://relay.example.org:8443", "https://[2001:db8::1]:8443",
            "http://localhost:8080",
            "http://127.0.0.1:8080", "http://[::1]",
        ]
    )
    func forms(origin: String) throws {
        let link = PairingLink(origin: try Origin(origin), code: try PairingCode(typed: code))
        #expect(link.url == "\(origin)/p#\(code)")
        #expect(link.qrText == "\(origin.uppercased())/P#\(code)")
        #expect(try PairingLink(link.url) == link)
        #expect(try PairingLink(link.qrText) == link)
        #expect(try PairingLink(try #require(link.customSchemeURL)) == link)
    }

    @Test("A link names its purpose for the page behind it", arguments: [Invite.Purpose.device, .family, .care])
    func purposes(purpose: Invite.Purpose) throws {
        let origin = try Origin("https://relay.example.org")
        let link = PairingLink(origin: origin, code: try PairingCode(typed: code), purpose: purpose)
        #expect(link.url == "https://relay.example.org/p?\(purpose.rawValue)#\(code)")
        #expect(try PairingLink(link.url) == link)
        #expect(try PairingLink(link.qrText) == link)
        #expect(try PairingLink(try #require(link.customSchemeURL)) == link)
    }

    @Test("The custom scheme drops the scheme and keeps the rest")
    func customScheme() throws {
        let link = PairingLink(origin: try Origin("https://relay.example.org"), code: try PairingCode(typed: code))
        #expect(link.customSchemeURL == "reveille://relay.example.org/p#\(code)")
    }

    @Test("An https relay on this machine has no custom-scheme link, which would be read as http")
    func localHTTPS() throws {
        let link = PairingLink(origin: try Origin("https://localhost:8443"), code: try PairingCode(typed: code))
        #expect(link.customSchemeURL == nil)
        #expect(try PairingLink(link.url) == link)
    }

    @Test(
        "An invalid link is refused with the reason",
        arguments: [
            ("https://relay.example.org/p", PairingLinkError.fragment), ("https://relay.example.org/p?x#C", .path),
            ("https://relay.example.org/q#C", .path), ("https://relay.example.org#C", .path),
            ("https://relay.example.org//p#C", .origin(.host)), ("https://relay.example.org/a/p#C", .origin(.host)),
            ("http://relay.example.org/p#C", .origin(.plaintext(host: "relay.example.org"))),
            ("ftp://relay.example.org/p#C", .origin(.scheme)), ("https://u@relay.example.org/p#C", .origin(.host)),
            ("https://relay.example.org:0/p#C", .origin(.port)), ("reveille:///p#C", .origin(.host)),
            ("https://\u{212A}elly.example/p#C", .origin(.host)),
            ("https://relay.example.org/p#", .code(.length(found: 0))),
            ("https://relay.example.org/p#7K3QD-45M15-Y0DRY-D34MK", .code(.check)),
        ]
    )
    func refuses(text: String, error: PairingLinkError) {
        #expect(throws: error) { try PairingLink(text) }
    }

    @Test("Pasted text may be a link or a code, with white space around it")
    func pasted() throws {
        let bare = try PairingCode(typed: code)
        #expect(try PairingText(" \n7k3qd 45m15 y0dry d34km\r\n") == .code(bare))
        let link = PairingLink(origin: try Origin("https://relay.example.org"), code: bare)
        #expect(try PairingText("\tHTTPS://RELAY.EXAMPLE.ORG/P#\(code)\n") == .link(link))
        #expect(throws: PairingLinkError.fragment) { try PairingText("https://relay.example.org/p") }
        #expect(throws: PairingLinkError.code(.length(found: 0))) { try PairingText(" \n ") }
    }
}
