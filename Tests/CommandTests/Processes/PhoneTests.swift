import Foundation
import Testing

@Suite("A virtual phone at one's own relay", .timeLimit(.minutes(10)))
struct PhoneTests {
    /// Starts Ben's phone, which has no partner, and pairs it with Ana by the code that it shows.
    private func pairedPhone(_ home: Home, _ flags: String...) async throws -> Command {
        let phone = try Command(["phone", "--name", "Ben"] + flags, in: home)
        let code = try await phone.code()
        let ana = try Command(["join", code, "--profile", "ana", "--name", "Ana", "--yes"], in: home)
        try phone.type(try await ana.digits())
        _ = try await phone.line(with: "Paired with Ana.")
        _ = try await ana.line(with: "Paired with Ben.")
        #expect(try await ana.outcome().status == 0)
        return phone
    }

    @Test("A locked phone with iOS 18.5 keeps a notification for a handoff, rings when due, and answers after its time")
    func below26() async throws {
        let home = try Home()
        try await home.withRelay {
            let phone = try await pairedPhone(home, "--locked", "--os", "18.5", "--answer-after", "0s", "--reply", "Up")
            _ = try await phone.line(with: "iOS 18.5, locked, AlarmKit undetermined")
            _ = try await phone.line(with: "listens to the relay")
            _ = try await home.done("alarm", "send", "--in", "3s", "Wake up", profile: "ana")
            _ = try await phone.line(with: "a push arrives: handoff")
            _ = try await phone.line(with: "keeps a local notification for")
            _ = try await phone.line(with: "RINGS (push): “Wake up” from Ana")
            _ = try await phone.line(with: "answers: Up")
            let ana = try Command(["listen", "--profile", "ana", "--once"], in: home)
            _ = try await ana.line(with: "Reply: “Up”")
            #expect(try await ana.outcome().status == 0)
            phone.interrupt(by: SIGINT)
            #expect(try await phone.outcome().status == 130)
        }
    }

    @Test("A phone with iOS 26 arms a system alarm, which the sender sees, and is answered by a typed line")
    func from26() async throws {
        let home = try Home()
        try await home.withRelay {
            let phone = try await pairedPhone(home, "--silent", "--focus", "strict")
            _ = try await phone.line(with: "listens to the relay")
            _ = try await home.done("alarm", "send", "--in", "3s", "Wake up", profile: "ana")
            _ = try await phone.line(with: "armed: a system alarm for")
            _ = try await phone.line(with: "RINGS (system alarm): “Wake up” from Ana")
            try phone.type("g On my way")
            _ = try await phone.line(with: "answers: On my way")
            let ana = try Command(["listen", "--profile", "ana", "--once"], in: home)
            _ = try await ana.line(with: "Reply: “On my way”")
            #expect(try await ana.outcome().status == 0)
            try phone.type("state")
            _ = try await phone.line(with: "locked, silent, Focus that lets nothing through, AlarmKit allowed")
            try phone.type("offline")
            _ = try await phone.line(with: "goes offline")
            phone.interrupt(by: SIGINT)
            #expect(try await phone.outcome().status == 130)
        }
    }

    @Test("It takes a partner's code, and is the same phone when it is started again")
    func joined() async throws {
        let home = try Home()
        try await home.withRelay {
            let ana = try Command(["pair", "new", "--profile", "ana", "--name", "Ana"], in: home)
            let code = try await ana.code()
            let phone = try Command(["phone", "--name", "Ben", "--join", code, "--yes"], in: home)
            try ana.type(try await phone.digits())
            _ = try await ana.line(with: "Paired with Ben.")
            _ = try await phone.line(with: "Ctrl-C ends it")
            phone.interrupt(by: SIGINT)
            #expect(try await phone.outcome().status == 130)
            #expect(try await ana.outcome().status == 0)
            let again = try Command(["phone", "--silent", "--os", "18.5"], in: home)
            _ = try await again.line(with: "iOS 18.5, locked, silent")
            _ = try await again.line(with: "listens to the relay")
            _ = try await home.done("alarm", "send", "--in", "0s", "Wake up", profile: "ana")
            _ = try await again.line(with: "“Wake up” from Ana; the phone is silent")
            again.interrupt(by: SIGINT)
            _ = try await again.outcome()
        }
    }

    @Test(
        "A condition that no phone can be in is refused",
        arguments: [
            (["--os", "20"], "is no iOS: give 15.0 to 18.9, or 26.0 and up."),
            (["--os", "18.5", "--alarmkit", "allowed"], "it came with iOS 26"),
            (["--locked", "--unlocked"], "either --locked or --unlocked"),
            (["--answer", "none", "--answer-after", "3s"], "leave --answer-after out"),
        ]
    )
    func refused(flags: [String], words: String) async throws {
        let outcome = try await Command.run(["phone"] + flags, in: Home())
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
}
