import AlarmCore
import AlarmWire
import Delivery
import DeviceKit
import Engine
import Foundation
import RelayTesting
import Sealing
import TestSupport
import Testing

@Suite("System 2, the daily check-in: who is told", .timeLimit(.minutes(10)))
struct DailyCheckInLettersJourneyTests {
    @Test(
        "Each contact reads in their language who is missed, for how long, since when by the person's clock, and where"
    )
    func languages() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone(timeZone: "America/Los_Angeles")
            try await ana.setCheckIn(CheckInSettings(threshold: .hours(24), name: "Ana"))
            for (name, language) in [("ben", "en"), ("mei", "zh-Hant"), ("li", "zh-Hans")] {
                let contact = ContactRequest(name: name, email: "\(name)@example.org", language: language)
                try await journey.contact(of: ana, contact)
            }
            // Contacts who have not agreed, or have withdrawn their consent, are not told.
            _ = try await ana.addContact(ContactRequest(name: "Carl", email: "carl@example.org"))
            try await journey.contact(of: ana, ContactRequest(name: "Eve", email: "eve@example.org"))
            let question = try #require(journey.mails(to: "eve@example.org").first)
            try await journey.press(try journey.link(.unsubscribe, in: question.text))

            try await ana.checkIn(at: try Place(latitude: 25.03397, longitude: 121.56449))
            try await journey.pass(.hours(24))
            for (name, subject, hours, time) in [
                ("ben", "Ana has not checked in for 24 hours", "24 hours", "Jan 15, 2027 at 12:00 AM PST"),
                ("mei", "Ana", "24 小時", "2027年1月15日"), ("li", "Ana", "24 小时", "2027年1月15日"),
            ] {
                let letters = journey.mails(to: "\(name)@example.org")
                try #require(letters.count == 2)
                #expect(letters[1].subject.contains(subject))
                for text in [letters[1].text, letters[1].html] {
                    #expect(text.contains(hours), "\(text)")
                    #expect(text.contains(time), "\(text)")
                    #expect(text.contains("https://www.openstreetmap.org/?mlat=25.03397"), "\(text)")
                }
                #expect(letters[1].unsubscribe?.contains("/contact/unsubscribe") == true)
            }
            #expect(journey.mails(to: "carl@example.org").count == 1, "the question alone")
            #expect(journey.mails(to: "eve@example.org").count == 1, "the question alone")
            #expect(await journey.stages(to: ana).last == .contactsTold)

            try await journey.pass(.hours(24))
            let again = try #require(journey.mails(to: "ben@example.org").last)
            #expect(again.subject == "Still no check-in from Ana after 48 hours")
            try await journey.pass(.days(10))
            #expect(journey.mails(to: "ben@example.org").count == 3)
        }
    }

    @Test("A contact with a telephone is sent a text message as well as the letter, once both addresses have agreed")
    func textMessage() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            let (ben, eve) = ("+491701234567", "+491707654321")
            try await journey.contact(of: ana, ContactRequest(name: "Ben", email: "ben@example.org", phone: ben))
            _ = try await ana.addContact(ContactRequest(name: "Eve", email: "eve@example.org", phone: eve))
            try await journey.catchUp()
            let question = try #require(journey.mails(to: "eve@example.org").last)
            try await journey.press(try journey.link(.confirm, in: question.text))
            try await ana.checkIn()
            try await journey.pass(.hours(24))
            #expect(journey.mails(to: "ben@example.org").count == 2)
            let messages = journey.messages(to: ben)
            try #require(messages.count == 2)
            #expect(messages[1].contains("Ana has not checked in for 24 hours"))
            #expect(journey.mails(to: "eve@example.org").count == 2)
            #expect(journey.messages(to: eve).count == 1, "the question alone: the number never agreed")
        }
    }

    @Test("A threshold made longer in mid-cycle moves the deadline away, and a shorter one leaves time for a warning")
    func threshold() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(CheckInSettings(threshold: .hours(24), name: "Ana"))
            try await journey.contact(of: ana, ContactRequest(name: "Ben", email: "ben@example.org"))
            try await ana.checkIn()
            let start = journey.now
            try await journey.pass(.hours(20))
            let longer = try await ana.setCheckIn(CheckInSettings(threshold: .hours(72), name: "Ana"))
            #expect(longer.due == start + .hours(72))
            try await journey.pass(.hours(48))
            #expect(await journey.stages(to: ana).isEmpty)
            #expect(journey.mails(to: "ben@example.org").count == 1)

            let shorter = try await ana.setCheckIn(CheckInSettings(threshold: .hours(48), name: "Ana"))
            #expect(shorter.due == journey.now + .minutes(15))
            try await journey.pass(.minutes(14))
            #expect(await journey.stages(to: ana) == [.checkInDue])
            #expect(journey.mails(to: "ben@example.org").count == 1)
            try await journey.pass(.minutes(1))
            #expect(journey.mails(to: "ben@example.org").count == 2)
        }
    }

    @Test("Contacts changed in mid-cycle are told as they are at the deadline")
    func contacts() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            let ben = try await journey.contact(of: ana, ContactRequest(name: "Ben", email: "ben@example.org"))
            let mei = try await journey.contact(of: ana, ContactRequest(name: "Mei", email: "mei@example.org"))
            try await ana.checkIn()
            try await journey.pass(.hours(20))
            try await ana.removeContact(ben.id)
            try await ana.changeContact(
                mei.id,
                to: ContactRequest(name: "美", email: "mei@example.org", language: "zh-TW")
            )
            try await journey.contact(of: ana, ContactRequest(name: "Carl", email: "carl@example.org"))
            try await journey.pass(.hours(4))
            #expect(journey.mails(to: "ben@example.org").count == 1, "the question alone")
            #expect(journey.mails(to: "mei@example.org").last?.text.contains("小時") == true)
            #expect(journey.mails(to: "carl@example.org").count == 2)
        }
    }

    @Test("A zone changed in mid-cycle is the one in which the letter tells the time")
    func zone() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone(timeZone: "Europe/Berlin")
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            try await journey.contact(of: ana, ContactRequest(name: "Ben", email: "ben@example.org"))
            try await ana.checkIn()
            try await journey.pass(.hours(12))
            try await ana.checkIn(timeZone: "Asia/Taipei")
            try await journey.pass(.hours(24))
            let letter = try #require(journey.mails(to: "ben@example.org").last)
            #expect(letter.text.contains("Jan 16, 2027 at 4:00 AM GMT+8"), "\(letter.text)")
        }
    }

    @Test("Once the person checks in, only those who were told hear that all is well")
    func allClear() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            try await journey.contact(of: ana, ContactRequest(name: "Ben", email: "ben@example.org"))
            try await ana.checkIn()
            try await journey.pass(.hours(25))
            try await journey.contact(of: ana, ContactRequest(name: "Carl", email: "carl@example.org"))
            try await ana.checkIn()
            try await journey.catchUp()
            let letters = journey.mails(to: "ben@example.org")
            try #require(letters.count == 3)
            #expect(letters[2].subject.contains("Ana"))
            #expect(letters[2].inReplyTo == letters[1].id)
            #expect(journey.mails(to: "carl@example.org").count == 1, "the question alone")
            try await journey.pass(.hours(23))
            #expect(journey.mails(to: "ben@example.org").count == 3)
        }
    }

    @Test("A contact's own server gets a webhook when a check-in is missed, and can verify the sender")
    func webhook() async throws {
        let server = try HTTPStandIn()
        try await RelayJourney.with(callsWebhooks: true) { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            let ben = ContactRequest(
                name: "Ben",
                email: "ben@example.org",
                webhook: "http://127.0.0.1:\(server.port)/missed"
            )
            let secret = try #require(try await journey.contact(of: ana, ben).webhookSecret)
            try await ana.checkIn()
            try await journey.pass(.hours(23))
            #expect(try server.requests().isEmpty)
            try await journey.pass(.hours(1))
            let call = try #require(try server.requests().first)
            #expect(call.method == "POST")
            #expect(call.path == "/missed")
            let news = try WebhookMessage(wire: call.body)
            #expect(news.stage == PushStage(.alert))
            #expect(news.preset == "check-in")
            #expect(news.person == "Ana")
            #expect(news.at == journey.now)

            let (id, time) = (call.headers["webhook-id"] ?? "", call.headers["webhook-timestamp"] ?? "")
            #expect(time == "\(journey.now.seconds)")
            let key = try #require(Data(base64Encoded: String(secret.dropFirst("whsec_".count))))
            let signed = Array("\(id).\(time).".utf8) + call.body
            let code = try HMACSHA256.authenticate(signed, key: SecretBytes(Array(key)))
            #expect(call.headers["webhook-signature"] == "v1,\(Data(code).base64EncodedString())")
        }
    }
}
