import AlarmCore
import AlarmWire
import Engine
import Features
import Foundation
import RelayServer
import RelayTesting
import Storage
import TestSupport
import Testing

@Suite("Check-ins, with a real mail server", .timeLimit(.minutes(10)))
struct CheckInTests {
    private func letters(_ sink: MailSink, atLeast count: Int) async throws -> [ReadLetter] {
        while try sink.letters().count < count { try await Task.sleep(for: .milliseconds(20)) }
        return try ReadLetter.read(try sink.letters().map(\.content))
    }

    private func link(_ path: String, in letter: ReadLetter) throws -> URL {
        let word = letter.text.split(whereSeparator: \.isWhitespace).first { $0.contains(path) }
        let text = String(try #require(word))
        return try #require(URL(string: text))
    }

    private func ask(_ method: String, _ url: URL) async throws -> (status: Int, text: String) {
        let output = try await Shell.run(
            "curl -sS -X \(method) -w '\\n%{http_code}' '\(url.absoluteString)'"
        )
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
        let status = lines.last { !$0.isEmpty }.flatMap { Int($0) } ?? 0
        return (status, output)
    }

    @Test(
        "A contact agrees by the button behind the letter's link, not by opening it, and a script checks in by another"
    )
    func consent() async throws {
        let home = try Home()
        let sink = try MailSink(.plain)
        let relay = try await home.serve([
            "--smtp-server", "127.0.0.1:\(sink.port)", "--smtp-security", "none", "--smtp-from", "alarm@example.org",
        ])
        let planned = try await Command.run(["checkin", "plan", "--name", "Ana", "--json"], in: home)
        #expect(planned.output.contains(#""state":"new""#), "\(planned.errors)")
        let added = try await Command.run(["contacts", "add", "Ben", "--email", "ben@example.org"], in: home)
        #expect(added.status == 0, "\(added.errors)")
        let question = try #require(try await letters(sink, atLeast: 1).first)
        #expect(question.to.map(\.address) == ["ben@example.org"])
        #expect(question.defects.isEmpty)

        let confirm = try link("/contact/confirm", in: question)
        #expect(try await ask("GET", confirm).text.contains("<form"))
        var list = try await Command.run(["contacts", "list", "--json"], in: home)
        #expect(list.output.contains(#""consent":"pending""#), "a GET changes nothing")
        #expect(try await ask("POST", confirm).status == 200)
        list = try await Command.run(["contacts", "list", "--json"], in: home)
        #expect(list.output.contains(#""consent":"confirmed""#))

        let made = try await Command.run(["checkin", "link", "add", "door"], in: home)
        let first = String(try #require(made.output.split(separator: "\n").first))
        let address = try #require(URL(string: first))
        #expect(try await ask("GET", address).status == 405, "a script that gets it has not checked in, and is told so")
        #expect(try await ask("POST", address).status == 200)
        let status = try await Command.run(["checkin", "status", "--json"], in: home)
        #expect(status.output.contains(#""state":"normal""#), "\(status.output) \(status.errors)")
        #expect(status.output.contains(#""via":"link","link":"door""#))
        let told = try await Command.run(["checkin", "status"], in: home)
        #expect(told.output.contains("by the link “door”"), "\(told.output)")
        let chinese = try await Command.run(["checkin", "status"], in: home, environment: ["LANG": "zh_TW.UTF-8"])
        #expect(chinese.output.contains("透過連結「door」"), "\(chinese.output)")
        let rehearsed = try await Command.run(["checkin", "rehearse"], in: home, environment: ["LANG": "zh_CN.UTF-8"])
        #expect(rehearsed.output.contains("Ben 会收到（电子邮件）："), "\(rehearsed.output) \(rehearsed.errors)")
        #expect(!rehearsed.output.contains("would be sent"), "\(rehearsed.output)")
        let links = try await Command.run(["checkin", "link", "list"], in: home)
        #expect(links.output.contains("door") && !links.output.contains("never"), "\(links.output)")
        let other = try await Command.run(["checkin", "link", "add", "window"], in: home)
        let otherLine = try #require(other.output.split(separator: "\n").first)
        let second = try #require(URL(string: String(otherLine)))
        let revoked = try await Command.run(["checkin", "link", "revoke", "door"], in: home)
        #expect(revoked.output.contains("Revoked “door”"), "\(revoked.errors)")
        #expect(try await ask("POST", address).status == 404)
        #expect(try await ask("POST", second).status == 200, "the other link stays")
        let typed = try await Command.run(["checkin"], in: home)
        #expect(typed.status == 0)
        let english = try await Command.run(["checkin", "status"], in: home, environment: ["LANG": "en_US.UTF-8"])
        #expect(english.output.contains("by the command line"), "\(english.output)")
        let snoozed = try await Command.run(["checkin", "snooze"], in: home, environment: ["LANG": "en_US.UTF-8"])
        #expect(snoozed.output.contains("You asked for more time on "), "\(snoozed.output) \(snoozed.errors)")
        let after = try await Command.run(["checkin", "status"], in: home, environment: ["LANG": "zh_TW.UTF-8"])
        #expect(after.output.contains("  要求延後報平安\n"), "the history says so, too: \(after.output)")
        let spoken = try await Command.run(["checkin", "plan", "--language", "zh-Hans"], in: home)
        #expect(spoken.output.contains("您曾于"), "in the language that is chosen just now: \(spoken.output)")

        let refuse = try link("/contact/unsubscribe", in: question)
        #expect(try await ask("POST", refuse).status == 200)
        list = try await Command.run(["contacts", "list", "--json"], in: home)
        #expect(list.output.contains(#""consent":"unsubscribed""#))
        relay.interrupt()
        #expect(try await relay.outcome().status == 0)
    }

    @Test("A day without a sign is told by a letter that any mail program can read, and its end by a reply")
    func missed() async throws {
        let home = try Home()
        let sink = try MailSink(.plain)
        let clock = TestClock()
        let relay = try await buildRelay(
            configuration: try RelayConfiguration(
                flags: [
                    "data": home.folder.path, "smtp-server": "127.0.0.1:\(sink.port)", "smtp-security": "none",
                    "smtp-from": "alarm@example.org", "open-registration": "true", "log-level": "critical",
                ],
                environment: home.environment
            ),
            clock: clock
        )
        let engine = relay.engine
        let fixture = EngineDriver(engine, clock: clock)
        let registered = try await engine.write { tx in
            try tx.devices.register(
                RegisterDevice(
                    deviceKey: [UInt8](repeating: 1, count: 32),
                    platform: .events,
                    timeZone: "Europe/Berlin"
                )
            )
        }
        let id = try DeviceRegistered(wire: registered.body).deviceID
        let device = try #require(try await engine.read { try $0.device(id) })
        _ = try await engine.write { try $0.checkIns.plan(CheckInSettings(name: "Ana"), by: device) }
        let added = try await engine.write {
            try $0.contacts.add(ContactRequest(name: "本", email: "ben@example.org", language: "zh-TW"), by: device)
        }
        try await fixture.pass(.minutes(1))
        let contact = try ContactView(wire: added.body).id
        let record = try await engine.read { try engine.record(Contact.self, DocumentID(of: contact), in: $0) }
        let token = try engine.capability(of: #require(record), by: .email)
        _ = try await engine.write { try $0.contacts.decide(token, .confirmed) != nil }
        _ = try await engine.write { try $0.checkIns.checkIn(CheckInRequest(timeZone: "Europe/Berlin"), by: device) }
        try await fixture.pass(.hours(23))
        #expect(try sink.letters().count == 1)
        try await fixture.pass(.hours(1))
        _ = try await engine.write { try $0.checkIns.checkIn(CheckInRequest(), by: device) }
        try await fixture.pass(.minutes(1))
        let read = try await letters(sink, atLeast: 3)
        try #require(read.count == 3)
        #expect(read.allSatisfy { $0.defects.isEmpty })
        #expect(read[1].header("Subject").contains("Ana"))
        #expect(read[1].header("List-Unsubscribe").contains("/contact/unsubscribe?t="))
        #expect(read[1].text.contains("小時"))
        #expect(read[2].header("In-Reply-To") == read[1].header("Message-ID"))
        await relay.close()
    }
}
