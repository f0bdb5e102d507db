import Foundation
import RelayTesting
import TestSupport
import Testing

@Suite("Invitations to a care circle, with a real mail server", .timeLimit(.minutes(10)))
struct CareInvitationTests {
    @Test("One command invites by mail; whoever is invited answers when they like, and nobody waits at a terminal")
    func journey() async throws {
        let home = try Home()
        let sink = try MailSink(.plain)
        let relay = try await home.serve([
            "--smtp-server", "127.0.0.1:\(sink.port)", "--smtp-security", "none", "--smtp-from", "alarm@example.org",
        ])
        _ = try await home.done("circle", "new", "care", "Nest", "--name", "Ana", profile: "ana")
        let sent = try await home.done("care", "invite", "Ben", "--email", "ben@example.org", profile: "ana")
        #expect(sent.contains("The relay sends the invitation to Ben as soon as it can."), "\(sent)")
        #expect(sent.contains("you need not wait"))
        let link = try await link(in: sink)
        let waiting = try await home.done("care", "invitations", profile: "ana")
        #expect(waiting.contains("Ben  ben@example.org  "), "\(waiting)")

        // Ben looks, and decides later.
        let looking = try Command(["join", link, "--name", "Ben", "--profile", "ben"], in: home)
        try looking.type("later")
        let undecided = try await looking.outcome()
        #expect(undecided.status == 0 && undecided.errors.isEmpty, "\(undecided.errors)")
        #expect(undecided.output.contains("You have not decided yet. The code is good until "), "\(undecided.output)")
        let open = try await home.done("care", "invitations", profile: "ben")
        #expect(open.contains("Ana invites you, and you have not decided yet: do so until "), "\(open)")
        #expect(try await home.done("care", profile: "ben").contains("Ana invites you, and you have not decided yet"))
        let told = try await home.done("care", "invitations", "--json", profile: "ben")
        #expect(told.contains(#""inviter":"Ana","decided":false"#), "\(told)")
        #expect(try await home.done("care", "invitations", profile: "ana").contains("has opened the link"))
        let early = try await home.run("care", "admit", "Ben", profile: "ana")
        #expect(early.status == 1 && early.errors.contains("has not agreed yet"), "\(early.errors)")

        // He agrees, and does not wait; Ana pairs with somebody else meanwhile, which takes nothing back.
        let joining = try Command(["join", link, "--name", "Ben", "--profile", "ben"], in: home)
        try joining.type("y")
        let digits = try await joining.digits()
        _ = try await joining.line(with: "You need not wait here")
        joining.interrupt(by: 2)
        _ = try await joining.outcome()
        let again = try await home.done("care", "invitations", profile: "ben")
        #expect(again.filter(\.isNumber).contains(digits), "\(again)")
        let pairing = try Command(["pair", "new", "--profile", "ana", "--name", "Ana"], in: home)
        _ = try await pairing.code()
        pairing.interrupt(by: 2)
        _ = try await pairing.outcome()

        let listening = try Command(["listen", "--profile", "ana"], in: home)
        _ = try await listening.line(with: "Ben has agreed to your invitation.")
        listening.interrupt(by: 2)
        _ = try await listening.outcome()
        let admitting = try Command(["care", "admit", "Ben", "--profile", "ana"], in: home)
        try admitting.type(digits)
        _ = try await admitting.line(with: "is let in as soon as their device asks")
        #expect(try await admitting.outcome().status == 0)

        let overview = try await home.run("care", profile: "ben")
        #expect(overview.errors.contains("Ana has let you into the care circle"), "\(overview.errors)")
        #expect(overview.output.contains("Ana, in Nest"), "\(overview.output)")
        let finished = try await home.run("circle", "show", "Nest", profile: "ana")
        #expect(finished.errors.contains("Ben, whom you invited, is in the circle now."), "\(finished.errors)")
        #expect(finished.output.contains("Ben"))
        #expect(try await home.done("care", "invitations", profile: "ana").contains("Nobody's answer is awaited."))
        relay.interrupt()
        #expect(try await relay.outcome().status == 0)
    }

    @Test("What cannot be taken back stays in the list; an end by one side is said on the other")
    func endings() async throws {
        let home = try Home()
        let sink = try MailSink(.plain)
        let flags = [
            "--smtp-server", "127.0.0.1:\(sink.port)", "--smtp-security", "none", "--smtp-from", "alarm@example.org",
        ]
        var relay = try await home.serve(flags)
        _ = try await home.done("circle", "new", "care", "Nest", "--name", "Ana", profile: "ana")
        _ = try await home.done("care", "invite", "Ben", "--email", "ben@example.org", profile: "ana")
        let bens = try await link(in: sink)
        relay.interrupt()
        #expect(try await relay.outcome().status == 0)
        let lost = try await home.run("care", "invitations", "--cancel", "Ben", profile: "ana")
        #expect(lost.status == 75 && lost.errors.contains("The invitation is not taken back"), "\(lost)")
        #expect(!lost.output.contains("good no more"))
        relay = try await home.serve(flags)
        #expect(try await home.done("care", "invitations", profile: "ana").contains("Ben  ben@example.org"))

        let declining = try Command(["join", bens, "--name", "Ben", "--profile", "ben"], in: home)
        try declining.type("n")
        #expect(try await declining.outcome().status == 1)
        let listening = try Command(["listen", "--profile", "ana"], in: home)
        _ = try await listening.line(with: "Ben is not coming: they declined.")
        listening.interrupt(by: 2)
        _ = try await listening.outcome()

        _ = try await home.done("care", "invite", "Eve", "--email", "eve@example.org", profile: "ana")
        let eves = try await link(in: sink, number: 2)
        let joining = try Command(["join", eves, "--name", "Eve", "--profile", "eve"], in: home)
        try joining.type("y")
        _ = try await joining.line(with: "You need not wait here")
        joining.interrupt(by: 2)
        _ = try await joining.outcome()
        let back = try await home.done("care", "invitations", "--cancel", "Eve", profile: "ana")
        #expect(back.contains("The link for Eve is good no more."))
        let told = try await home.run("care", "invitations", profile: "eve")
        #expect(told.errors.contains("You are not in the care circle of Ana: it was taken back."), "\(told)")

        _ = try await home.done("care", "invite", "Gus", "--email", "gus@example.org", profile: "ana")
        let guss = try await link(in: sink, number: 3)
        let looking = try Command(["join", guss, "--name", "Gus", "--profile", "gus"], in: home)
        try looking.type("later")
        #expect(try await looking.outcome().status == 0)
        _ = try await home.done("care", "invitations", "--cancel", "Gus", profile: "ana")
        let over = try await home.run("care", "invitations", profile: "gus")
        #expect(!over.output.contains("you have not decided yet"), "\(over)")
        #expect(over.errors.contains("The invitation of Ana is over: it was taken back"), "\(over)")
        relay.interrupt()
        #expect(try await relay.outcome().status == 0)
    }

    @Test("While the mail server takes nothing, the list says that the message waits, and not that it was sent")
    func waiting() async throws {
        let home = try Home()
        let sink = try MailSink(.closed)
        let relay = try await home.serve([
            "--smtp-server", "127.0.0.1:\(sink.port)", "--smtp-security", "none", "--smtp-from", "alarm@example.org",
        ])
        _ = try await home.done("circle", "new", "care", "Nest", "--name", "Ana", profile: "ana")
        _ = try await home.done("care", "invite", "Ben", "--email", "ben@example.org", profile: "ana")
        let list = try await home.done("care", "invitations", profile: "ana")
        #expect(list.contains("the message waits to be sent"), "\(list)")
        let json = try await home.done("care", "invitations", "--json", profile: "ana")
        #expect(json.contains("waiting") && !json.contains("\"sent\""), "\(json)")
        relay.interrupt()
        #expect(try await relay.outcome().status == 0)
    }

    /// The link in the letter with this number, once it has arrived.
    private func link(in sink: MailSink, number: Int = 1) async throws -> String {
        while try sink.letters().count < number { try await Task.sleep(for: .milliseconds(20)) }
        let letter = try #require(try ReadLetter.read(try sink.letters().map(\.content)).last)
        let word = letter.text.split(whereSeparator: \.isWhitespace).first { $0.contains("/p?care#") }
        return String(try #require(word))
    }
}
