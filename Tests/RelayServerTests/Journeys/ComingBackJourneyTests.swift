import AlarmCore
import AlarmWire
import Delivery
import DeviceKit
import Engine
import HTTPTypes
import HummingbirdTesting
import RelayTesting
import Testing

@Suite("The way back of whoever stopped letters", .timeLimit(.minutes(10)))
struct ComingBackJourneyTests {
    @Test("Letters that a mail program stopped show the way back at the letter's link, which asks nothing again")
    func oneClick() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            try await journey.contact(of: ana, ContactRequest(name: "Ben", email: "ben@example.org"))
            let question = try #require(journey.mails(to: "ben@example.org").last)
            let stop = try journey.link(.unsubscribe, in: question.text)
            #expect(try await !journey.open(stop).shown.contains("/contact/allow"))
            try await journey.press(stop)
            let page = try await journey.open(stop).shown
            #expect(page.contains("You will get no more letters about Ana."))
            #expect(page.contains("Stop letters about anybody"))
            let allow = try journey.link(.allow, in: page)
            #expect(try await journey.press(allow).shown.contains("You can be asked again."))
        }
    }

    @Test("A person who stopped warnings at their own address can allow them again")
    func ownAddress() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            try await ana.setOwnAddresses(OwnAddresses(email: "ana@example.org"))
            try await journey.catchUp()
            let question = try #require(journey.mails(to: "ana@example.org").last)
            let page = try await journey.press(try journey.link(.unsubscribe, in: question.text)).shown
            try await ana.removeOwnAddresses()
            await #expect(throws: DeviceError.self) {
                try await ana.setOwnAddresses(OwnAddresses(email: "ana@example.org"))
            }
            #expect(try await journey.press(try journey.link(.allow, in: page)).status == .ok)
            let view = try await ana.setOwnAddresses(OwnAddresses(email: "ana@example.org"))
            #expect(view.consent == .pending)
            try await journey.catchUp()
            #expect(journey.mails(to: "ana@example.org").count == 2)
        }
    }
}
