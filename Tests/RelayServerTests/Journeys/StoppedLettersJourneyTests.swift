import AlarmCore
import AlarmWire
import Delivery
import DeviceKit
import Engine
import HTTPTypes
import HummingbirdTesting
import RelayTesting
import Testing

@Suite("The way back for whoever stopped letters", .timeLimit(.minutes(10)))
struct StoppedLettersJourneyTests {
    /// Presses the link of a page by which its reader allows that they are asked again.
    private func allow(_ page: TestResponse, _ journey: RelayJourney) async throws {
        #expect(page.status == .ok, "not the page of an unknown link")
        let done = try await journey.press(try journey.link(.allow, in: page.text))
        #expect(done.shown.contains("You can be asked again."))
    }

    @Test("A contact whose mail program stopped the letters, and who was removed, is shown that and can come back")
    func oneClick() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            let request = ContactRequest(name: "Ben", email: "ben@example.org")
            let ben = try await journey.contact(of: ana, request)
            let letter = try #require(journey.mails(to: "ben@example.org").first)
            let (stop, confirm) = (
                try journey.link(.unsubscribe, in: letter.text), try journey.link(.confirm, in: letter.text)
            )
            try await journey.press(stop)
            try await ana.removeContact(ben.id)
            await expectRefusal(.conflict) { try await ana.addContact(request) }
            for page in [try await journey.open(stop), try await journey.press(stop), try await journey.open(confirm)] {
                #expect(page.status == .ok)
                #expect(page.shown.contains("You will get no more letters about Ana."))
                #expect(page.shown.contains("Allow that I am asked again"))
            }
            try await allow(try await journey.open(stop), journey)
            #expect(try await journey.open(stop).status == .notFound, "nothing is stopped any more")
            try await journey.contact(of: ana, request)
        }
    }

    @Test("A removed contact who had stopped nothing leaves no page behind")
    func removedOnly() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            let ben = try await journey.contact(of: ana, ContactRequest(name: "Ben", email: "ben@example.org"))
            let letter = try #require(journey.mails(to: "ben@example.org").first)
            try await ana.removeContact(ben.id)
            let stop = try journey.link(.unsubscribe, in: letter.text)
            #expect(try await journey.open(stop).status == .notFound)
            #expect(try await journey.press(stop).status == .notFound)
        }
    }

    @Test("Whoever stopped letters about anybody, and was removed, reads just that on the page of the letter's link")
    func anybody() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            let request = ContactRequest(name: "Ben", email: "ben@example.org")
            let ben = try await journey.contact(of: ana, request)
            let letter = try #require(journey.mails(to: "ben@example.org").first)
            let stop = try journey.link(.unsubscribe, in: letter.text)
            try await journey.press(
                stop.replacing(LinkPath.unsubscribe.rawValue, with: LinkPath.stopAll.rawValue)
            )
            try await ana.removeContact(ben.id)
            let page = try await journey.open(stop)
            #expect(page.shown.contains("No more letters come to this address from this relay, about anybody."))
            try await allow(page, journey)
            try await journey.pass(.seconds(1))
            try await journey.contact(of: ana, request)
        }
    }

    @Test("Warnings at an own address that were stopped and taken back can be allowed by the link of a message")
    func own() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            let addresses = OwnAddresses(email: "ana@example.org")
            try await ana.setOwnAddresses(addresses)
            try await journey.catchUp()
            let letter = try #require(journey.mails(to: "ana@example.org").last)
            let stop = try journey.link(.unsubscribe, in: letter.text)
            try await journey.press(stop)
            try await ana.removeOwnAddresses()
            await expectRefusal(.conflict) { try await ana.setOwnAddresses(addresses) }
            let page = try await journey.open(stop)
            #expect(page.shown.contains("You will get no more warnings at this address."))
            try await allow(page, journey)
            try await ana.setOwnAddresses(addresses)
        }
    }
}
