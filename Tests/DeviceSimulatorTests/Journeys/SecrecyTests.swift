import AlarmCore
import AlarmWire
import DeviceKit
import Foundation
import Testing

@testable import DeviceSimulator

@Suite("Secrecy from the relay")
struct SecrecyTests {
    @Test("Files hold no words, codes, push tokens or device keys, and the memory holds no words and no code")
    func canaries() async throws {
        try await PhoneJourney.onStage { stage in
            let ana = try await stage.phone("Ana", habits: Habits(answer: .ignore))
            let ben = try await stage.phone("Ben", habits: Habits(answer: .acknowledge(reply: "Heard you, canary")))
            _ = try await ana.device.register()
            let code = SharedValue("")
            let pair = try await DevicePairing(ana, with: ben).run(showing: { code.set($0.code.formatted) })
            let journey = PhoneJourney(stage: stage, ana: ana, ben: ben, pair: pair)
            let accepted = try await journey.send("Tweet tweet, canary", in: .zero)
            try await journey.awaitState(.acknowledged, of: accepted.id)
            try await journey.awaitNote("is told: Ben answered", by: .phone("Ana"))

            let secret = String(code.value.filter { $0 != "-" }.dropFirst(5).prefix(14))
            let people = [
                SecretSearch.Canary("the words", "Tweet tweet, canary"),
                SecretSearch.Canary("the words back", "Heard you, canary"),
                SecretSearch.Canary("the code", code.value),
                SecretSearch.Canary("the code's secret", secret),
            ]
            let everything = try await Demo.canaries(code: code.value, phones: [ana, ben]) + people
            let files: (String) -> Bool = { $0.hasPrefix("reveille.db") || $0.hasSuffix(".log") }
            #expect(try SecretSearch(for: everything).findings(in: stage.folder, where: files) == [])
            #expect(try SecretSearch(for: people).findings(inMemoryOf: stage.relay.processID) == [])

            // Proves that the search finds a value that is there.
            let known = [SecretSearch.Canary("the pair", bytes: pair.id.bytes)]
            #expect(try SecretSearch(for: known).findings(in: stage.folder, where: files).isEmpty == false)
            let served = [SecretSearch.Canary("a route", "/v1/invites/claim")]
            #expect(try SecretSearch(for: served).findings(inMemoryOf: stage.relay.processID).isEmpty == false)
        }
    }

    @Test("After a revocation the database's files hold nothing of the pair's sealed words")
    func scrubbed() async throws {
        try await PhoneJourney.run { journey in
            let accepted = try await journey.send(in: .seconds(600))
            try await journey.awaitState(.armed, of: accepted.id)
            let sealed = try #require(try await journey.ana.device.show(accepted.id).view.message?.text)
            let canary = [SecretSearch.Canary("the sealed words", sealed)]
            let files: (String) -> Bool = { $0.hasPrefix("reveille.db") }
            #expect(try SecretSearch(for: canary).findings(in: journey.stage.folder, where: files).isEmpty == false)
            _ = try await journey.ana.device.revoke(journey.pair.id)
            #expect(try SecretSearch(for: canary).findings(in: journey.stage.folder, where: files) == [])
        }
    }
}
