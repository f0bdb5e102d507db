import AlarmCore
import AlarmWire
import Delivery
import DeviceKit
import Engine
import HTTPTypes
import HummingbirdTesting
import RelayTesting
import Testing

@Suite("Links of letters to an address that was replaced", .timeLimit(.minutes(10)))
struct ReplacedAddressJourneyTests {
    private let old = "old@example.org"
    private let new = "new@example.org"

    /// Runs `body` with a contact who has agreed at the old address, which was then replaced, and the first letter to it.
    private func replaced(
        _ body: @escaping @Sendable (RelayJourney, LocalDevice, ContactID, String) async throws -> Void
    ) async throws {
        try await RelayJourney.with { [self] journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            let ben = try await journey.contact(of: ana, ContactRequest(name: "Ben", email: old))
            let letter = try #require(journey.mails(to: old).first)
            _ = try await ana.changeContact(ben.id, to: ContactRequest(name: "Ben", email: new))
            try await journey.catchUp()
            try await body(journey, ana, ben.id, letter.text)
        }
    }

    private func consent(_ ana: LocalDevice) async throws -> ContactView.ConsentState? {
        try await ana.contacts().first?.consent
    }

    private func expectEnded(_ page: TestResponse) {
        #expect(page.status == .gone)
        #expect(page.shown.contains("This link has ended"))
        #expect(page.shown.contains("use the link in the newest message that came to the other address"))
        #expect(!page.shown.contains("Ana") && !page.shown.contains(new) && !page.shown.contains("<form"))
    }

    @Test("Agreeing by the letter to the former address is no consent at the new one, whose own letter gives it")
    func agreeing() async throws {
        try await replaced { journey, ana, _, letter in
            let link = try journey.link(.confirm, in: letter)
            expectEnded(try await journey.open(link))
            expectEnded(try await journey.press(link))
            #expect(try await consent(ana) == .pending)
            let asked = try #require(journey.mails(to: new).last)
            try await journey.press(try journey.link(.confirm, in: asked.text))
            #expect(try await consent(ana) == .confirmed)
        }
    }

    @Test("Stopping by the letter to the former address stops it there, and leaves the new one alone")
    func stopping() async throws {
        try await replaced { journey, ana, id, letter in
            let asked = try #require(journey.mails(to: new).last)
            try await journey.press(try journey.link(.confirm, in: asked.text))
            let link = try journey.link(.unsubscribe, in: letter)
            let page = try await journey.open(link)
            #expect(page.status == .ok)
            #expect(page.shown.contains("it does nothing for that other address"))
            #expect(page.shown.contains("Do not ask me there again") && page.shown.contains("about anybody"))
            let done = try await journey.press(link)
            #expect(done.status == .ok)
            #expect(done.shown.contains("You are not asked at the earlier address again."))
            #expect(done.shown.contains("Messages to another address of yours go on"))
            #expect(try await consent(ana) == .confirmed, "the new address has not stopped anything")
            await expectRefusal(.conflict) {
                try await ana.changeContact(id, to: ContactRequest(name: "Ben", email: old))
            }
            try await ana.removeContact(id)
            let left = try await journey.open(link)
            try await journey.press(try journey.link(.allow, in: left.text))
            _ = try await ana.addContact(ContactRequest(name: "Ben", email: old))
        }
    }

    @Test("Stopping letters about anybody by the former address's letter holds for that address alone")
    func stoppingAll() async throws {
        try await replaced { journey, ana, _, letter in
            let asked = try #require(journey.mails(to: new).last)
            try await journey.press(try journey.link(.confirm, in: asked.text))
            let link = try journey.link(.unsubscribe, in: letter)
            let all = link.replacing(LinkPath.unsubscribe.rawValue, with: LinkPath.stopAll.rawValue)
            let done = try await journey.press(all)
            #expect(done.shown.contains("No more letters come to the earlier address from this relay, about anybody."))
            #expect(try await consent(ana) == .confirmed)
            let eve = try await journey.phone()
            try await eve.setCheckIn(CheckInSettings(name: "Eve"))
            await expectRefusal(.conflict) {
                try await eve.addContact(ContactRequest(name: "Ben", email: old))
            }
            try await ana.checkIn()
            try await journey.pass(.hours(24))
            #expect(journey.mails(to: new).contains { $0.text.contains("/reached") }, "the new one is still told")
        }
    }

    @Test("Nobody is reached by the letter to a former address, and whoever reads at the new one can still say so")
    func reaching() async throws {
        try await RelayJourney.with { [self] journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            let ben = try await journey.contact(of: ana, ContactRequest(name: "Ben", email: old))
            try await ana.checkIn()
            try await journey.pass(.hours(24))
            let told = try #require(journey.mails(to: old).last { $0.text.contains("/reached") })
            let link = try journey.link(.reached, in: told.text)
            _ = try await ana.changeContact(ben.id, to: ContactRequest(name: "Ben", email: new))
            try await journey.catchUp()
            expectEnded(try await journey.press(link))
            #expect(try await ana.checkInReport().telling?.reached == nil)
        }
    }

    @Test("A warning that went to a former address of one's own checks nobody in")
    func own() async throws {
        try await RelayJourney.with { [self] journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            try await ana.setOwnAddresses(OwnAddresses(email: old))
            try await journey.catchUp()
            let question = try #require(journey.mails(to: old).last)
            try await journey.press(try journey.link(.confirm, in: question.text))
            try await ana.checkIn()
            let before = try await ana.checkInReport().history.count
            try await journey.pass(.hours(22))
            let warning = try #require(journey.mails(to: old).last { $0.text.contains(LinkPath.checkIn.rawValue) })
            let link = try journey.link(.checkIn, in: warning.text)
            try await ana.setOwnAddresses(OwnAddresses(email: new))
            try await journey.catchUp()
            let asked = try #require(journey.mails(to: new).last)
            try await journey.press(try journey.link(.confirm, in: asked.text))
            #expect(try await journey.press(link).status == .notFound)
            #expect(try await ana.checkInReport().history.count == before)
        }
    }

    @Test("An address that comes back has its links back")
    func back() async throws {
        try await replaced { journey, ana, id, letter in
            _ = try await ana.changeContact(id, to: ContactRequest(name: "Ben", email: old))
            try await journey.catchUp()
            #expect(try await journey.press(try journey.link(.confirm, in: letter)).status == .ok)
            #expect(try await consent(ana) == .confirmed)
        }
    }
}
