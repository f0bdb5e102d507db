import CurlClient
import TestSupport
import Testing

@Suite("Messages without an answer, and whether the server may have taken them", .timeLimit(.minutes(10)))
struct MailFailureTests {
    @Test("A connection that is closed before the message was handed over leaves nothing open")
    func closedBefore() async throws {
        let sink = try MailSink(.plain)
        let error = try await MailSubmission(to: sink, recipient: "leave@example.com").failure()
        #expect(error?.mayHaveBeenProcessed == false)
        #expect(error != nil)
    }

    @Test("A connection that is closed after the message leaves open whether it was taken")
    func closedAfter() async throws {
        let sink = try MailSink(.plain)
        let error = try await MailSubmission(to: sink, recipient: "hang-up@example.com").failure()
        #expect(error?.mayHaveBeenProcessed == true)
        #expect(try sink.letters().count == 1)
    }

    @Test("A server that stays silent after the message is a timeout after sending")
    func silent() async throws {
        let sink = try MailSink(.plain)
        var posting = try MailSubmission(to: sink, recipient: "silent@example.com")
        var timeout = Duration.milliseconds(500)
        var error: CurlError?
        // If the timeout expired before the message was handed over, the attempt shows nothing.
        repeat {
            posting.mail.timeout = timeout
            error = await posting.failure()
            timeout *= 2
        } while error == .timedOut(afterSending: false) && timeout < .seconds(120)
        #expect(error == .timedOut(afterSending: true))
    }

    @Test("A port without a listener is unreachable")
    func unreachable() async throws {
        let posting = MailSubmission(port: try ReservedPort.deserted())
        guard case .unreachable = await posting.failure() else {
            Issue.record("there was a connection")
            return
        }
    }

    @Test(
        "A certificate that the given authority did not sign is refused before anything is said",
        arguments: [MailServer.Security.startTLS, .implicitTLS]
    )
    func wrongAuthority(security: MailServer.Security) async throws {
        let sink = try MailSink(security.mode)
        var posting = try MailSubmission(to: sink, security: security)
        posting.server.certificateAuthorityFile = try TestCertificate.stranger.get().certificateFile
        let stranger = await posting.failure()
        guard case .untrusted = stranger else { return #expect(stranger == nil, "not the expected error") }
        posting.server.certificateAuthorityFile = nil
        guard case .untrusted = await posting.failure() else {
            Issue.record("the system vouched for the test certificate")
            return
        }
        #expect(try sink.letters().isEmpty)
    }

    @Test("A certificate for another name is refused")
    func otherName() async throws {
        let sink = try MailSink(.startTLS)
        var posting = try MailSubmission(to: sink, security: .startTLS)
        posting.server.host = "ip6-localhost.localhost"
        guard case .untrusted = await posting.failure() else {
            Issue.record("the connection was trusted")
            return
        }
    }

    @Test("A server that offers no STARTTLS gets neither password nor message")
    func noTLS() async throws {
        let sink = try MailSink(.plain)
        var posting = try MailSubmission(to: sink, security: .startTLS)
        posting.server.credentials = MailCredentials(user: MailSink.user, password: "right")
        let error = await posting.failure()
        guard case .untrusted = error else { return #expect(error == nil, "not the expected error") }
        #expect(error?.mayHaveBeenProcessed == false)
        #expect(try sink.letters().isEmpty)
    }

    @Test("Cancelling the task ends a transfer that would last for ever")
    func cancelled() async throws {
        let sink = try MailSink(.plain)
        var posting = try MailSubmission(to: sink, recipient: "silent@example.com")
        posting.mail.timeout = nil
        let task = Task { [posting] in try await posting.send() }
        while try sink.letters().isEmpty { try await Task.yieldUnlessCancelled() }
        task.cancel()
        await #expect(throws: CurlError.cancelled) { try await task.value }
    }

    @Test("Shutting down fails what is in flight, what waits and what comes after")
    func shutDown() async throws {
        let sink = try MailSink(.plain)
        var posting = try MailSubmission(to: sink, recipient: "silent@example.com")
        posting.mail.timeout = nil
        posting.server.maximumConnections = 1
        let client = try MailClient(server: posting.server)
        let tasks = (0..<3).map { _ in Task { [mail = posting.mail] in try await client.send(mail) } }
        while try sink.letters().isEmpty { try await Task.yieldUnlessCancelled() }
        await client.shutdown()
        for task in tasks { await #expect(throws: CurlError.shutDown) { try await task.value } }
        let late = posting.mail
        await #expect(throws: CurlError.shutDown) { try await client.send(late) }
    }

    @Test("A message that waits in line for too long times out unsent")
    func timeoutInLine() async throws {
        let sink = try MailSink(.plain)
        var posting = try MailSubmission(to: sink, recipient: "silent@example.com")
        posting.mail.timeout = nil
        posting.server.maximumConnections = 1
        let client = try MailClient(server: posting.server)
        let blocker = Task { [mail = posting.mail] in try await client.send(mail) }
        while try sink.letters().isEmpty { try await Task.yieldUnlessCancelled() }
        posting.mail.timeout = .milliseconds(100)
        let waiting = posting.mail
        await #expect(throws: CurlError.timedOut(afterSending: false)) { try await client.send(waiting) }
        await client.shutdown()
        await #expect(throws: CurlError.shutDown) { try await blocker.value }
        #expect(try sink.letters().count == 1)
    }

    @Test(
        "A message that could inject a command or end early is refused before it is sent",
        arguments: [
            MailSubmission(sender: "a@b\r\nRCPT TO:<x@y>"),
            MailSubmission(recipient: "a@b> SIZE=1"),
            MailSubmission(recipient: "a b@c"),
            MailSubmission(recipient: "é@example.com"),
            MailSubmission(recipient: ""),
            MailSubmission(recipient: String(repeating: "x", count: 251) + "@y.z"),
            MailSubmission(text: ""),
            MailSubmission(text: "a\n.\nb\r\n"),
            MailSubmission(text: "a\r.\r\n"),
            MailSubmission(text: "a\r"),
            MailSubmission(text: "a\r\r\n"),
            MailSubmission(host: "a/b"),
            MailSubmission(host: "user@host"),
            MailSubmission(host: ""),
            MailSubmission(clientName: "a%0D%0AQUIT"),
            MailSubmission(clientName: ""),
            MailSubmission(port: 0),
        ]
    )
    func malformed(posting: MailSubmission) async throws {
        guard case .invalidRequest = await posting.failure() else {
            Issue.record("the transfer was not refused")
            return
        }
    }

    @Test("Credentials are never printed")
    func credentials() {
        var posting = MailSubmission()
        posting.server.credentials = MailCredentials(user: "the-user", password: "the-password")
        var dumped = ""
        dump(posting, to: &dumped)
        let printed = "\(posting.server) \(String(reflecting: posting.server)) \(dumped)"
        #expect(!printed.contains("the-password") && !printed.contains("the-user"))
    }
}
