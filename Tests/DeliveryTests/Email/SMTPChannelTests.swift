import AlarmCore
import CurlClient
import TestSupport
import Testing

@testable import Delivery

@Suite("Sending letters to a mail server", .timeLimit(.minutes(10)))
struct SMTPChannelTests {
    private let clock = TestClock()
    private let log = CapturedLog()

    private func channel(
        to sink: MailSink,
        security: MailServer.Security = .none,
        password: String? = nil,
        attemptTimeout: Span = .minutes(10)
    ) throws -> SMTPChannel {
        let server = MailServer(
            host: "localhost",
            port: sink.port,
            security: security,
            credentials: password.map { MailCredentials(user: MailSink.user, password: $0) },
            certificateAuthorityFile: try TestCertificate.server.get().certificateFile,
            clientName: "relay.example.org",
            connectTimeout: .seconds(600)
        )
        return try channel(to: server, attemptTimeout: attemptTimeout)
    }

    private func channel(to server: MailServer, attemptTimeout: Span = .minutes(10)) throws -> SMTPChannel {
        try SMTPChannel(
            configuration: SMTPConfiguration(server: server, sender: .relay(), attemptTimeout: attemptTimeout),
            logger: log.logger,
            now: { [clock] in clock.now }
        )
    }

    @Test("A letter arrives as it was written, protected and from who logged in; a repeat has the same name")
    func accepted() async throws {
        let sink = try MailSink(.startTLS, asksForLogin: true)
        let channel = try channel(to: sink, security: .startTLS, password: "right")
        let text = "Line one\n.\n..two\nlast 字\n"
        let mail = try OutgoingMail.example(subject: "請留意", text: text)
        #expect(await channel.send(mail) == .accepted)
        #expect(await channel.send(mail) == .accepted)
        await channel.shutdown()
        let letters = try sink.letters()
        let read = try ReadLetter.read(letters.map(\.content))
        #expect(read.count == 2)
        #expect(read[0].text == text && read[0].header("Subject") == "請留意")
        #expect(read[0].to == [ReadLetter.Person(name: "Ana López", address: "ana@example.com")])
        #expect(Set(read.map { $0.header("Message-ID") }).count == 1)
        #expect(letters[0].sender == "relay@mail.example.org" && letters[0].recipients == ["ana@example.com"])
        #expect(letters[0].user == MailSink.user && letters[0].isProtected)
        #expect(letters[0].client == "relay.example.org")
        #expect(log.lines.isEmpty)
    }

    @Test(
        "A server's refusal is judged by its codes, and passed on without the address",
        arguments: [
            ("rcpt-550-5.1.1", DeliveryOutcome.rejected(reason: "the address takes no mail (550 5.1.1)")),
            ("rcpt-550", .rejected(reason: "the mail server refuses the address (550)")),
            (
                "rcpt-451-4.7.1",
                .retry(
                    after: .minutes(1),
                    reason: .other("the mail server says: later (451 4.7.1)", concernsChannel: false),
                    indeterminate: false
                )
            ),
            (
                "data-421-4.3.2",
                .retry(
                    after: .seconds(30),
                    reason: .other("the mail server says: later (421 4.3.2)", concernsChannel: false),
                    indeterminate: false
                )
            ),
            ("data-552-5.3.4", .rejected(reason: "the letter is too large for the mail server (552 5.3.4)")),
            ("data-554", .rejected(reason: "the mail server refuses the letter (554)")),
        ]
    )
    func refused(user: String, outcome: DeliveryOutcome) async throws {
        let sink = try MailSink(.plain)
        let channel = try channel(to: sink)
        #expect(await channel.send(try .example(address: "\(user)@example.com")) == outcome)
        await channel.shutdown()
        #expect(log.lines.isEmpty)
    }

    @Test("A wrong password costs no letter: it waits, and the operator is told once, without it")
    func wrongPassword() async throws {
        let sink = try MailSink(.implicitTLS, asksForLogin: true)
        let channel = try channel(to: sink, security: .implicitTLS, password: "wrong-password")
        for _ in 0..<3 {
            guard case .retry(.minutes(1)?, let reason, indeterminate: false) = await channel.send(try .example())
            else {
                Issue.record("a wrong password is not tried again")
                return
            }
            #expect(reason.description.hasPrefix("the mail server refuses the user name or password (535"))
        }
        await channel.shutdown()
        #expect(log.lines.count == 1)
        #expect(log.lines[0].hasPrefix("error: ") && !log.lines[0].contains("wrong-password"))
        #expect(!log.lines[0].contains("ana@"))
    }

    @Test("A server that hangs up after the letter leaves open whether it has it; before, it cannot have it")
    func indeterminate() async throws {
        let sink = try MailSink(.plain)
        for (user, isOpen) in [("hang-up", true), ("leave", false)] {
            let outcome = try await outcome(at: sink, user: user, within: .minutes(10))
            guard case .retry(_, let reason, indeterminate: isOpen) = outcome else {
                Issue.record("\(user): \(outcome)")
                continue
            }
            #expect(!reason.description.contains(user))
        }
    }

    @Test("A server that stays silent after the letter leaves open whether it has it")
    func silent() async throws {
        let sink = try MailSink(.plain)
        var timeout = Span.milliseconds(800)
        var outcome = try await outcome(at: sink, user: "silent", within: timeout)
        // If the timeout expired before the letter was handed over, a longer one is needed.
        while case .retry(_, _, indeterminate: false) = outcome, try sink.letters().isEmpty, timeout < .minutes(1) {
            timeout = timeout * 2
            outcome = try await self.outcome(at: sink, user: "silent", within: timeout)
        }
        guard case .retry(_, let reason, indeterminate: true) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(!reason.description.contains("silent@"))
    }

    /// The outcome of a letter to this user.
    private func outcome(at sink: MailSink, user: String, within timeout: Span) async throws -> DeliveryOutcome {
        let channel = try channel(to: sink, attemptTimeout: timeout)
        let outcome = await channel.send(try .example(address: "\(user)@x.example"))
        await channel.shutdown()
        return outcome
    }

    @Test("An unreachable or untrusted server is reported to the operator")
    func unreachable() async throws {
        var server = MailServer(host: "127.0.0.1", port: try ReservedPort.deserted(), clientName: "relay.example.org")
        let absent = try channel(to: server)
        guard case .retry(nil, _, indeterminate: false) = await absent.send(try .example()) else {
            Issue.record("the letter is not tried again")
            return
        }
        await absent.shutdown()
        let sink = try MailSink(.startTLS)
        server.port = sink.port
        server.certificateAuthorityFile = try TestCertificate.stranger.get().certificateFile
        let stranger = try channel(to: server)
        guard case .retry(nil, let reason, indeterminate: false) = await stranger.send(try .example()) else {
            Issue.record("the letter is not tried again")
            return
        }
        await stranger.shutdown()
        #expect(reason.description.contains("not secure"))
        #expect(log.lines.count == 2)
        #expect(try sink.letters().isEmpty)
    }

    @Test("A letter whose deadline has passed is not sent, nor one that cannot be written")
    func notSent() async throws {
        let sink = try MailSink(.plain)
        let channel = try channel(to: sink)
        guard case .retry(nil, _, indeterminate: false) = await channel.send(try .example(deadline: clock.now)) else {
            Issue.record("a late letter was sent")
            return
        }
        var mail = try OutgoingMail.example()
        mail.unsubscribe = "no link"
        #expect(await channel.send(mail) == .rejected(reason: MIMEMessage.Fault.unsubscribe.rawValue))
        await channel.shutdown()
        #expect(try sink.letters().isEmpty)
    }

    @Test("By default only a server on this computer is used without TLS")
    func unprotected() throws {
        let server = MailServer(host: "mail.example.com", port: 25, security: .none, clientName: "relay.example.org")
        #expect(throws: SMTPConfiguration.Fault.unprotected) {
            try SMTPConfiguration(server: server, sender: .relay())
        }
        #expect(try SMTPConfiguration(server: server, sender: .relay(), allowsUnprotected: true).server == server)
    }
}
