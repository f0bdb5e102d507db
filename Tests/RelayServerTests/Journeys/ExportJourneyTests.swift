import AlarmCore
import AlarmWire
import DeviceKit
import RelayTesting
import Testing

@Suite("Everything that a person gave in any system, as they take it with them", .timeLimit(.minutes(10)))
struct ExportJourneyTests {
    private func export(of phone: LocalDevice) async throws -> (export: PersonExport, text: String) {
        let export = try await phone.exportEverything()
        return (export, String(decoding: export.wire, as: UTF8.self))
    }

    @Test("Check-ins and contacts are in it")
    func checkIns() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            try await ana.setCheckIn(CheckInSettings(name: "Ana"))
            try await ana.checkIn(at: try Place(latitude: 52.5163, longitude: 13.3777))
            try await journey.contact(of: ana, ContactRequest(name: "Ben", email: "ben@example.org"))
            let (export, text) = try await export(of: ana)
            #expect(export.elements(of: "contacts").count == 1)
            #expect(export.elements(of: "checkIns").count == 1)
            for word in ["ben@example.org", "confirmed", "52.5163"] { #expect(text.contains(word), "\(text)") }
        }
    }

    @Test("Reminders are in it only for those who set them")
    func reminders() async throws {
        try await RelayJourney.with { journey in
            let home = try await FamilyFixture(journey)
            _ = try await home.remind("Pack the satchel", items: ["books"])
            let (anas, anasText) = try await export(of: home.ana)
            #expect(anas.elements(of: "reminders").count == 1)
            #expect(anasText.contains("Pack the satchel"))
            #expect(anasText.contains("books"))
            let (export, text) = try await export(of: home.lea)
            #expect(export.elements(of: "reminders").isEmpty)
            #expect(!text.contains("Pack the satchel"))
        }
    }

    @Test("Care settings and alerts are in the dweller's, the own number in the member's, and neither in the other's")
    func care() async throws {
        try await RelayJourney.with { journey in
            let home = try await CareCircleFixture(journey)
            try await home.leaveNumber("+491701234567", of: home.ben, called: "Ben")
            _ = try await home.ana.setCareSettings(CareSettings(inactivity: try InactivityRule(wait: .hours(3))))
            _ = try await home.ana.signal(CareSignalRequest(.fall))
            try await journey.pass(.minutes(1))
            let (anas, anasText) = try await export(of: home.ana)
            #expect(anas.elements(of: "careSettings").count == 1, "\(anas.sections.map(\.name))")
            #expect(anas.elements(of: "alerts").count == 1, "\(anas.sections.map(\.name))")
            #expect(!anasText.contains("+491701234567"))
            let (bens, bensText) = try await export(of: home.ben)
            #expect(bensText.contains("+491701234567"))
            #expect(bens.elements(of: "alerts").isEmpty)
        }
    }
}
