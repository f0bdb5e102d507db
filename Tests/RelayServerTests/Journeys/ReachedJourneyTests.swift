import AlarmCore
import AlarmWire
import Delivery
import DeviceKit
import Engine
import HTTPTypes
import HummingbirdTesting
import RelayTesting
import Testing

@Suite("What contacts read who say that they have reached the person", .timeLimit(.minutes(10)))
struct ReachedJourneyTests {
    private static let thanks = "We pass it on to Ana and to the others who were told."

    /// Runs `body` with a person who has missed a check-in, and whose contacts Ben and Carla were told.
    private func missing(
        _ body: @escaping @Sendable (RelayJourney, LocalDevice) async throws -> Void
    ) async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            try await journey.contact(of: ana, ContactRequest(name: "Ben", email: "ben@example.org"))
            try await journey.contact(of: ana, ContactRequest(name: "Carla", email: "carla@example.org"))
            try await ana.checkIn()
            try await journey.pass(.hours(24))
            try await body(journey, ana)
        }
    }

    private func reached(_ address: String, _ journey: RelayJourney) throws -> String {
        let letters = journey.mails(to: address)
        return try journey.link(.reached, in: try #require(letters.first { $0.text.contains("/reached") }).text)
    }

    @Test("The first is promised that the others are told, and the second reads who has said so already")
    func second() async throws {
        try await missing { journey, _ in
            let (ben, carla) = (try reached("ben@example.org", journey), try reached("carla@example.org", journey))
            #expect(try await journey.press(ben).shown.contains(Self.thanks))
            try await journey.catchUp()
            #expect(try await journey.open(carla).shown.contains("Ben has said so already"))
            let page = try await journey.press(carla)
            #expect(page.status == .ok)
            #expect(page.shown.contains("Ben has said so already"))
            #expect(!page.shown.contains("We pass it on to Ana"))
            #expect(try await journey.press(ben).shown.contains(Self.thanks), "not that Ben has")
        }
    }

    @Test("Whoever was told and has stopped further letters can still say so, and is promised none")
    func stopped() async throws {
        try await missing { journey, ana in
            let letter = try #require(journey.mails(to: "carla@example.org").last)
            try await journey.press(try journey.link(.unsubscribe, in: letter.text))
            let page = try await journey.press(try reached("carla@example.org", journey))
            #expect(page.shown.contains(Self.thanks))
            #expect(!page.shown.contains("write to you again"))
            try await journey.catchUp()
            #expect(try await ana.checkInReport().telling?.reached?.name == "Carla")
            #expect(journey.mails(to: "ben@example.org").last?.subject == "Carla has reached Ana")
        }
    }
}
