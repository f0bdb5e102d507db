import AlarmCore
import AlarmWire
import Testing
import Wording

@testable import reveille

@Suite("What is said at the terminal of ways that a relay has not")
struct MissingWayLineTests {
    private func view(
        _ name: String,
        _ consent: ContactView.ConsentState,
        agreed: Set<Destination.Medium> = [],
        unreached: Set<Destination.Medium> = []
    ) -> ContactView {
        ContactView(
            id: ContactID(high: 1, low: 1),
            contact: ContactRequest(name: name, email: "ana@example.org", phone: "+491701234567"),
            consent: consent,
            agreed: agreed,
            since: Instant(seconds: 1_800_000_000),
            unreached: unreached
        )
    }

    @Test("An own address that nothing can be sent to is not said to be warned, nor to have a message")
    func ownAddresses() {
        let known = view("Ana", .confirmed, agreed: [.email])
        #expect(
            known.ownAddressLines(in: .english)
                == [
                    "ana@example.org is warned.",
                    "+491701234567 is asked: agree by the link in the message there.",
                ]
        )
        var missing = known
        missing.unreached = [.email, .sms]
        let lines = missing.ownAddressLines(in: .english)
        #expect(lines.count == 4)
        #expect(lines[0] == "ana@example.org has agreed to be warned.")
        #expect(lines[1].hasPrefix("Nothing can be sent by e-mail at present"))
        #expect(lines[2] == "+491701234567 has not agreed yet.")
        #expect(lines[3].hasPrefix("Nothing can be sent by text message at present"))
    }

    @Test("An own number is not said to be called before it has agreed to calls")
    func ownCalls() {
        var known = view("Ana", .confirmed, agreed: [.email, .sms])
        known.contact.calls = true
        let asked = known.ownAddressLines(in: .english)
        #expect(asked.last?.hasPrefix("+491701234567 is asked whether it may be called") == true, "\(asked)")
        known.agreed.insert(.call)
        let called = known.ownAddressLines(in: .english)
        #expect(called.last == "You are called there as well, 2 min after the last warning.")
    }

    @Test("The list of contacts names those to whom nothing can be sent, by medium, and nobody who wants no letters")
    func contacts() {
        let contacts = [
            view("Ben", .confirmed, unreached: [.email]), view("Carla", .pending, unreached: [.email, .sms]),
            view("Dora", .unsubscribed, unreached: [.email]),
        ]
        let lines = contacts.wayLines(in: .english)
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("Ben, Carla: Nothing can be sent by e-mail at present"), "\(lines)")
        #expect(lines[1].hasPrefix("Carla: Nothing can be sent by text message at present"), "\(lines)")
        #expect([view("Ben", .confirmed)].wayLines(in: .english).isEmpty)
    }
}
