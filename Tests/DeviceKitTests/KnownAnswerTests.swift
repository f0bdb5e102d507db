import AlarmCore
import AlarmWire
@_spi(Testing) import Sealing
import Testing

@testable import DeviceKit

@Suite("Requests and messages have PA1's known answers")
struct KnownAnswerTests {
    private let vectors: Vectors

    init() throws {
        vectors = try Vectors()
    }

    @Test("A request says byte for byte what the known one says, under its key and key id")
    func request() throws {
        let known = try JSONValue(parsing: Array(vectors.text("request", "plaintext").utf8))
        var object = try ObjectReader(known)
        let body = try object.value("body")
        let plaintext = RequestPlaintext(
            issuedAt: Instant(seconds: 1_767_225_600),
            id: try object.identifier("jti"),
            method: .post,
            target: Endpoints.Alarms.set.target,
            body: body
        )
        #expect(String(decoding: plaintext.wire, as: UTF8.self) == (try vectors.text("request", "plaintext")))

        let deviceKey = try SymmetricKey(bytes: vectors.hex("request", "deviceKey"))
        let keyID = try #require(EnvelopeKeyID(try vectors.text("request", "kid")))
        let sealer = try RequestSealer(origin: Origin(PairedProfiles.relay), deviceKey: deviceKey, keyID: keyID)
        let sealed = try CompactJWE.seal(
            plaintext.wire,
            with: RequestKeys(deviceKey: deviceKey).request,
            keyID: sealer.keyID.description,
            iv: vectors.hex("request", "iv")
        )
        #expect(sealed == (try vectors.text("request", "jwe")))

        let request = try sealer.seal(plaintext)
        let jwe = try CompactJWE(parsing: request.body, limit: EnvelopeLimits.bytes)
        #expect(jwe.keyID == sealer.keyID.description)
        #expect(try jwe.open(with: SymmetricKey(bytes: vectors.hex("request", "K_req"))) == plaintext.wire)
        #expect(request.headers == [.init("content-type", "application/jose")])
        #expect(request.url == "https://relay.example.org/v1/alarms")
    }

    @Test("A request without a body carries its envelope in Authorization", arguments: [RequestMethod.get, .delete])
    func bodiless(method: RequestMethod) throws {
        let ana = try PairedProfiles().ana
        let sealer = try RequestSealer(
            origin: ana.relay,
            deviceKey: ana.deviceKey,
            keyID: EnvelopeKeyID(device: PairedProfiles.anaID, generation: 0)
        )
        let plaintext = RequestPlaintext(
            issuedAt: noon,
            id: RequestID(high: 1, low: 2),
            method: method,
            target: "/v1/sync?since=4"
        )
        let request = try sealer.seal(plaintext)
        #expect(request.body.isEmpty)
        #expect(try ana.opened(request) == plaintext)
    }

    @Test("The known sealed message opens on the receiver's device, as words of the sender")
    func message() throws {
        var ben = try PairedProfiles().ben
        let sealed = try #require(SealedText(try vectors.text("sealedMessage", "jwe")))
        let id = try #require(AlarmID("AAECAwQFBgcICQoLDA0ODw"))
        let time = try Instant(iso8601: "2026-01-01T06:30:00Z")
        let opened = ben.open(sealed, for: MessageContext(id: id, time: time), at: noon)
        #expect(opened.words == .verified("Guten Morgen ☀️"))
        #expect(opened.pair == PairedProfiles.pairID)
    }

    @Test("What is sealed has the known plaintext, padded to 256 bytes, under the known key id")
    func sealing() throws {
        var couple = try PairedProfiles()
        let id = try #require(AlarmID("AAECAwQFBgcICQoLDA0ODw"))
        let time = try Instant(iso8601: "2026-01-01T06:30:00Z")
        let sealed = try couple.seal(MessagePlaintext(id: id, time: time, text: "Guten Morgen ☀️"))
        let jwe = try CompactJWE(parsing: sealed.text, limit: SealedText.messageLimit)
        #expect(jwe.keyID == (try vectors.text("pairing", "kid A>B 0")))
        let plaintext = try jwe.open(with: SymmetricKey(bytes: vectors.hex("pairing", "msg A>B 0")))
        #expect(String(decoding: plaintext, as: UTF8.self) == (try vectors.text("sealedMessage", "plaintext")))
    }
}
