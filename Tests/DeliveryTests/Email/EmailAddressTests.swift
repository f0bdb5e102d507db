import AlarmCore
import Testing

@testable import Delivery

@Suite("E-mail addresses")
struct EmailAddressTests {
    @Test(
        "An ordinary address is taken as it is",
        arguments: [
            "a@b.co", "first.last+tag@mail.example.com", "o'neil@example.com", "x_y-z@xn--bcher-kva.example",
            "#!$%&'*+-/=?^_`{|}~@example.org", "1@2.example", String(repeating: "x", count: 64) + "@example.com",
        ]
    )
    func taken(text: String) throws {
        let address = try EmailAddress(text)
        #expect(address.text == text)
        #expect(text.hasSuffix("@" + address.domain))
    }

    @Test("The domain is compared in lower case, what is before it as it was written")
    func lowerCase() throws {
        #expect(try EmailAddress("Ana@Example.COM").text == "Ana@example.com")
        #expect(try EmailAddress("ana@example.com") != EmailAddress("Ana@example.com"))
    }

    private static let incomplete = ["", "a", "@b.co", "a@"]
    private static let malformedLocalParts = [
        "a b@c.co", "a..b@c.co", ".a@c.co", "a.@c.co", "\"a\"@c.co", "a@b@c.co", "<a@c.co", "a\r\nb@c.co", "é@c.co",
        "a\0@c.co", String(repeating: "x", count: 65) + "@c.co",
    ]
    private static let malformedDomains = [
        "a@localhost", "a@[127.0.0.1]", "a@1.2.3.4", "a@bücher.example", "a@-b.co", "a@b-.co", "a@b..co", "a@b.co.",
        "a@b.co>", "a@b.co\r\nBcc: x", "a@b.co ", "a@b_c.co", "a@" + String(repeating: "x", count: 64) + ".co",
    ]

    @Test("An address without a local part or a domain is refused", arguments: incomplete)
    func hasOneSideOnly(text: String) {
        #expect(throws: EmailAddress.Fault.incomplete) { try EmailAddress(text) }
    }

    @Test("An ambiguous local part is refused", arguments: malformedLocalParts)
    func malformedLocalPart(text: String) {
        #expect(throws: EmailAddress.Fault.malformedLocalPart) { try EmailAddress(text) }
    }

    @Test("A domain that is not ASCII is refused", arguments: malformedDomains)
    func malformedDomain(text: String) {
        #expect(throws: EmailAddress.Fault.malformedDomain) { try EmailAddress(text) }
    }

    @Test("An address longer than 254 bytes is refused, even with valid parts")
    func tooLong() throws {
        let domain = String(repeating: "x.", count: 120) + "co"
        #expect(try EmailAddress(String(repeating: "a", count: 11) + "@" + domain).text.utf8.count == 254)
        #expect(throws: EmailAddress.Fault.tooLong) {
            try EmailAddress(String(repeating: "a", count: 12) + "@" + domain)
        }
    }

    @Test("No accepted address can end a line, an angle bracket or a command", arguments: 0..<20 as Range<UInt64>)
    func random(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var taken = 0
        for _ in 0..<2000 {
            let pieces = [
                "a", "B7", ".", "@", "example", ".com", "\r\n", "<", ">", " ", "\"", "é", "-", "\0", "xn--", "x.y",
            ]
            var text = Array("ana@example.com".unicodeScalars.map(String.init))
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0...text.count, using: &generator)
                text.insert(pieces.randomElement(using: &generator) ?? "", at: place)
            }
            let joined = text.joined()
            guard let address = try? EmailAddress(joined) else { continue }
            taken += 1
            #expect(address.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") })
            #expect(address.text.lowercased() == joined.lowercased())
            #expect(!address.text.contains(">") && !address.text.contains("\""))
        }
        #expect(taken > 0)
    }

    @Test("Addresses and letters are never printed")
    func neverPrinted() throws {
        let mail = try OutgoingMail.example(
            name: "SECRET",
            address: "secret@example.com",
            subject: "secret",
            text: "secret"
        )
        var dumped = ""
        dump(mail, to: &dumped)
        let printed = "\(mail) \(mail.recipient) \(mail.recipient.address) \(String(reflecting: mail)) \(dumped)"
        #expect(!printed.lowercased().contains("secret"))
    }
}
