import Sealing
import Testing

@testable import Delivery

@Suite("The signature of the provider of calls")
struct TwilioSignatureTests {
    private static let token = SecretBytes(Array("12345".utf8))
    private static let url = "https://mycompany.com/myapp.php?foo=1&bar=2"

    private static func fields(caller: String) -> [CallField] {
        [
            CallField("To", "+18005551212"), CallField("Digits", "1234"), CallField("From", caller),
            CallField("Caller", caller), CallField("CallSid", "CA1234567890ABCDE"),
        ]
    }

    @Test(
        "A request is known by the published examples",
        arguments: [
            // Twilio's documentation, "Webhooks security"; and the tests of its own libraries.
            ("+12349013030", "0/KCTR6DLpKmkAf8muzZqo1nDgQ="), ("+14158675309", "RSOYDt4T1cUTdK1PDd93/VVr8B8="),
        ]
    )
    func examples(caller: String, signature: String) {
        let signer = TwilioSignature(token: Self.token)
        #expect(signer.signature(of: Self.url, Self.fields(caller: caller)) == signature)
        #expect(signer.isGenuine(CallRequest(url: Self.url, fields: Self.fields(caller: caller), signature: signature)))
    }

    @Test("Another field, address, token or signature is not known")
    func foreign() {
        let signer = TwilioSignature(token: Self.token)
        let fields = Self.fields(caller: "+12349013030")
        let good = CallRequest(url: Self.url, fields: fields, signature: signer.signature(of: Self.url, fields))
        #expect(signer.isGenuine(good))
        var other = good
        other.fields[1] = CallField("Digits", "1")
        #expect(!signer.isGenuine(other))
        other = good
        other.url += "3"
        #expect(!signer.isGenuine(other))
        for signature in [nil, "", "0/KCTR6DLpKmkAf8muzZqo1nDgQ"] {
            other = good
            other.signature = signature
            #expect(!signer.isGenuine(other))
        }
        #expect(!TwilioSignature(token: SecretBytes(Array("12346".utf8))).isGenuine(good))
    }

    @Test("An explicit port may be signed or left out")
    func ports() {
        let signer = TwilioSignature(token: Self.token)
        let pairs = [
            ("https://relay.example.org:8443/call?a=1", "https://relay.example.org/call?a=1"),
            ("https://relay.example.org/call", "https://relay.example.org:443/call"),
        ]
        for (given, signed) in pairs {
            for url in [given, signed] {
                #expect(signer.isGenuine(CallRequest(url: given, fields: [], signature: signer.signature(of: url, []))))
            }
        }
        let foreign = signer.signature(of: "https://relay.example.org:8444/call?a=1", [])
        #expect(!signer.isGenuine(CallRequest(url: pairs[0].0, fields: [], signature: foreign)))
    }

    @Test("A name cannot add anything to what is said, and a key is waited for only where it answers something")
    func documents() {
        let hostile = CallDocument(text: "\u{0}</Say><Dial>1</Dial>\"&\n", voice: "en-US")
        #expect(
            hostile.xml == """
                <?xml version="1.0" encoding="UTF-8"?>
                <Response><Say language="en-US">&lt;/Say&gt;&lt;Dial&gt;1&lt;/Dial&gt;&quot;&amp; </Say><Hangup/></Response>

                """
        )
        let asking = CallDocument(
            text: "?",
            voice: "zh-TW",
            answerURL: "https://r.example/call/answer?alarm=1&delivery=2"
        )
        #expect(
            asking.xml.contains(
                "<Gather numDigits=\"1\" timeout=\"10\" method=\"POST\" "
                    + "action=\"https://r.example/call/answer?alarm=1&amp;delivery=2\"><Say language=\"zh-TW\" loop=\"2\">"
            )
        )
    }
}
