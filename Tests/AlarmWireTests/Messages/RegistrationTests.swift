import AlarmCore
import AlarmWire
import Testing

@Suite("A registration is read as the protocol writes it")
struct RegistrationTests {
    private static let key = Base64URL.encode([UInt8](repeating: 0x5A, count: 32))
    private static let auth = Base64URL.encode([UInt8](repeating: 0xA5, count: 32))
    private static let token = String(repeating: "0f", count: 32)
    private static let request =
        #"{"deviceKey":"\#(key)","platform":"apns","apns":{"token":"\#(token)","environment":"sandbox","#
        + #""topic":"com.example.app"},"capabilities":{"alarmKit":true,"criticalAlerts":false,"os":"26.1"},"#
        + #""timeZone":"Europe/Berlin","locale":"en","ticket":{"kind":"invite","locator":"7K3QD","auth":"\#(auth)"}}"#

    @Test("The request of the protocol is read, and written again byte by byte")
    func example() throws {
        let request = try RegisterDevice(wire: Array(Self.request.utf8))
        #expect(request.ticket == .invite(locator: "7K3QD", auth: [UInt8](repeating: 0xA5, count: 32)))
        #expect(request.capabilities.alarmKit)
        #expect(String(decoding: request.wire, as: UTF8.self) == Self.request)
    }

    @Test(
        "Each fault has its pointer",
        arguments: [
            (key, Base64URL.encode([1, 2, 3]), "/deviceKey"), (#""apns","apns""#, #""fax","apns""#, "/platform"),
            (#""apns","apns""#, #""events","apns""#, "/apns"), (token, token + "0", "/apns/token"),
            (token, String(repeating: "0g", count: 32), "/apns/token"), (token, "0f", "/apns/token"),
            ("sandbox", "staging", "/apns/environment"), ("com.example.app", "com.example/app", "/apns/topic"),
            ("com.example.app", "", "/apns/topic"), ("true", "1", "/capabilities/alarmKit"),
            (#""os":"26.1""#, #""os":"26.1","x":1"#, "/capabilities/x"), ("Berlin", "Ber lin", "/timeZone"),
            (#""locale":"en""#, #""locale":"e_n""#, "/locale"), ("7K3QD", "7k3qd", "/ticket/locator"),
            (#""invite""#, #""friend""#, "/ticket/kind"), (auth, "", "/ticket/auth"),
        ]
    )
    func faults(original: String, replacement: String, pointer: String) {
        let text = Self.request.replacing(original, with: replacement, maxReplacements: 1)
        let error = #expect(throws: WireError.self) { try RegisterDevice(wire: Array(text.utf8)) }
        #expect(error?.pointer == pointer)
    }

    @Test("A device that listens needs nothing but its key")
    func minimal() throws {
        let text = #"{"deviceKey":"\#(Self.key)","platform":"events"}"#
        let request = try RegisterDevice(wire: Array(text.utf8))
        #expect(request.timeZone == "UTC" && request.locale == "en" && request.ticket == nil && request.apns == nil)
        #expect(request.capabilities == .none)
    }

    @Test("A token in capitals is the same token")
    func capitals() throws {
        let text = Self.request.replacing(Self.token, with: Self.token.uppercased())
        #expect(try RegisterDevice(wire: Array(text.utf8)).apns?.token == Self.token)
    }

    @Test("Printing or dumping a registration tells no key, token or ticket")
    func redaction() throws {
        let request = try RegisterDevice(wire: Array(Self.request.utf8))
        let ticket = try #require(request.ticket)
        let apns = try #require(request.apns)
        let claim = ClaimInvite(locator: "7K3QD", auth: [UInt8](repeating: 0xA5, count: 32))
        var texts = ["\(request)", "\(ticket)", "\(apns)", "\(claim)", String(reflecting: request)]
        for value in [request, ticket, apns, claim] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            texts.append(dumped)
        }
        for text in texts {
            #expect(!text.contains(Self.token) && !text.contains("165") && !text.contains("90"), "\(text)")
        }
    }

    @Test(
        "A name that could be mistaken for another is refused",
        arguments: [
            "", " ", "\u{200B}", "a\nb", "a\u{202E}b", "a\u{2066}b", "\u{0}", "a\u{2028}",
            String(repeating: "a", count: 257),
        ]
    )
    func badNames(name: String) {
        let box = ConfirmBox.claimer(name: name)
        #expect(throws: WireError.self) { try ConfirmBox(wire: box.wire) }
    }

    @Test("Names of all scripts are names", arguments: ["Ana", "Zoë O'Neil", "李小龍", "محمد", "👩‍👩‍👧", "नीता"])
    func goodNames(name: String) throws {
        #expect(try ConfirmBox(wire: ConfirmBox.claimer(name: name).wire) == .claimer(name: name))
    }
}
