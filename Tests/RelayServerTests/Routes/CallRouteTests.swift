import AlarmCore
import AlarmWire
import Delivery
import DeviceKit
import Engine
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import RelayTesting
import Testing

@Suite("What the provider of calls asks", .timeLimit(.minutes(10)))
struct CallRouteTests {
    /// Posts a form as the provider does, signed unless told otherwise.
    private static func post(
        _ url: String,
        _ fields: [String: String] = [:],
        signature: String? = nil,
        at journey: RelayJourney
    ) async throws -> TestResponse {
        let name = try #require(HTTPField.Name("x-twilio-signature"))
        let form = fields.map { "\($0)=\($1)" }.joined(separator: "&")
        let signed = RecordingContactChannels.signature.signature(of: url, fields.map { CallField($0, $1) })
        return try await journey.relay.client.execute(
            uri: String(url.dropFirst("https://relay.example.org".count)),
            method: .post,
            headers: [name: signature ?? signed, .contentType: "application/x-www-form-urlencoded"],
            body: ByteBuffer(string: form)
        )
    }

    @Test("Whoever picks up hears what it is about, and the key 1 answers")
    func answered() async throws {
        try await RelayJourney.with(callsPeople: true) { journey in
            let home = try await CareCircleFixture(journey)
            _ = try await home.ben.setCarePhone(CarePhone(phone: "+491701234567", name: "Ben", calls: true))
            try await journey.catchUp()
            let link = try journey.link(.confirm, in: try #require(journey.messages(to: "+491701234567").last))
            let question = String(buffer: try await journey.open(link).body)
            #expect(question.contains("Send alerts to this number, and call it?"))
            #expect(question.contains("name=\"c\" value=\"1\""))
            let agreed = String(buffer: try await journey.press(link).body)
            #expect(agreed.contains("it is called if nobody answers"))
            let alert = try await home.ana.signal(CareSignalRequest(.fall))
            try await journey.pass(.seconds(30) + .minutes(2))
            let call = try #require(journey.post.calls.first)
            for signature in ["", "0/KCTR6DLpKmkAf8muzZqo1nDgQ="] {
                #expect(try await Self.post(call.url, signature: signature, at: journey).status == .forbidden)
            }
            let greeting = try await Self.post(call.url, ["CallStatus": "in-progress"], at: journey)
            #expect(greeting.headers[.contentType] == "text/xml; charset=utf-8")
            let words = String(buffer: greeting.body)
            #expect(words.contains("Ana may need help") && words.contains("<Gather numDigits=\"1\""))
            let answer = call.url.replacing("/call?", with: "/call/answer?")
            let again = String(buffer: try await Self.post(answer, ["Digits": "5"], at: journey).body)
            #expect(again.contains("<Gather"))
            #expect(try await home.ana.careAlert(alert.id).state == .alerting)
            let thanks = String(buffer: try await Self.post(answer, ["Digits": "1"], at: journey).body)
            #expect(thanks.contains("You are looking after it") && !thanks.contains("<Gather"))
            #expect(try await home.ana.careAlert(alert.id).state == .acknowledged)
            let ended = try await Self.post(call.statusURL, ["CallStatus": "completed"], at: journey)
            #expect(ended.status == .noContent)
        }
    }

    @Test("A relay that calls nobody answers nobody who says that it does")
    func unconfigured() async throws {
        let url = "https://relay.example.org/call?alarm=AAAAAAAAAAAAAAAAAAAAAA&delivery=AAAAAAAAAAAAAAAAAAAAAA"
        try await RelayJourney.with { journey in
            let answer = try await Self.post(url, at: journey)
            #expect(answer.status == .notFound)
        }
        try await RelayJourney.with(callsPeople: true) { journey in
            for unknown in [url, "https://relay.example.org/call?alarm=1"] {
                let answer = try await Self.post(unknown, at: journey)
                #expect(answer.status == .notFound)
            }
        }
    }
}
