import Foundation
import TestSupport
import Testing

@Suite("Somebody alone, at a terminal", .timeLimit(.minutes(10)))
struct AloneTests {
    @Test("The first check-in on a machine makes a profile by itself, and speaks of no pairing")
    func first() async throws {
        let home = try Home()
        try await home.withRelay {
            let output = try await home.done("checkin")
            #expect(output.contains("The next check-in is due by"), "\(output)")
            #expect(output.contains("reveille checkin plan --name NAME --threshold 24h"))
            #expect(!output.contains("pair"))
            let status = try await home.done("checkin", "status")
            #expect(status.contains("All is well."))
        }
    }

    @Test("A check-in under a mistyped name is nobody else's: it is refused, and says which names there are")
    func mistyped() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("checkin", "plan", "--name", "Ana", profile: "ana")
            let refused = try await home.run("checkin", profile: "anna")
            #expect(refused.status == 1)
            #expect(refused.errors.contains("There is no device anna on this machine yet. There is ana."))
            #expect(refused.errors.contains("reveille checkin plan --profile anna --name NAME"))
            #expect(!(try await home.done("profile", "list")).contains("anna"))
        }
    }

    @Test("On another machine than the relay's the first check-in says that it needs a code")
    func elsewhere() async throws {
        let home = try Home()
        try await home.withRelay {
            let other = try Home()
            let refused = try await Command.run("checkin", in: home, environment: ["HOME": other.folder.path])
            #expect(refused.status == 1)
            #expect(refused.errors.contains("give it with --enroll CODE"), "\(refused.errors)")
            #expect(refused.errors.contains("put REVEILLE_DATA=FOLDER before the command"), "\(refused.errors)")
        }
    }

    @Test("A gentle plan refuses a threshold, given with it or later, and says what to do")
    func gentle() async throws {
        let home = try Home()
        try await home.withRelay {
            let given = try await Command.run(
                "checkin",
                "plan",
                "--name",
                "Ana",
                "--gentle",
                "--threshold",
                "48h",
                in: home
            )
            #expect(given.status == 64)
            #expect(given.errors.contains("Leave --threshold out, or add --no-gentle"), "\(given.errors)")
            _ = try await home.done("checkin", "plan", "--name", "Ana", "--gentle")
            let later = try await Command.run("checkin", "plan", "--threshold", "48h", in: home)
            #expect(later.status == 64)
            #expect(later.errors.contains("Leave --threshold out, or add --no-gentle"), "\(later.errors)")
            _ = try await home.done("checkin", "plan", "--no-gentle", "--threshold", "48h")
            let back = try await Command.run("checkin", "plan", "--gentle", in: home)
            #expect(back.status == 0)
            #expect(back.errors.contains("The former threshold of 2d does not count any more"), "\(back.errors)")
        }
    }

    @Test("A pause that would have ended already is refused rather than left out")
    func pause() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("checkin", "plan", "--name", "Ana")
            let past = try await Command.run("checkin", "plan", "--pause-until", "2020-01-01T00:00:00Z", in: home)
            #expect(past.status == 1)
            #expect(past.errors.contains("choose a time in the future"), "\(past.errors)")
        }
    }

    @Test("A language is a language tag, and one that the relay does not write is said to become English")
    func language() async throws {
        let home = try Home()
        let sink = try MailSink(.plain)
        let relay = try await home.serve([
            "--smtp-server", "127.0.0.1:\(sink.port)", "--smtp-security", "none", "--smtp-from", "alarm@example.org",
        ])
        _ = try await home.done("checkin", "plan", "--name", "Ana")
        let refused = try await Command.run(
            "contacts",
            "add",
            "Ben",
            "--email",
            "ben@example.org",
            "--language",
            "??",
            in: home
        )
        #expect(refused.status == 64)
        #expect(refused.errors.contains("en, zh-Hant or zh-Hans"), "\(refused.errors)")
        let german = try await Command.run(
            "contacts",
            "add",
            "Ben",
            "--email",
            "ben@example.org",
            "--language",
            "de",
            in: home
        )
        #expect(german.status == 0)
        #expect(german.errors.contains("The relay does not write “de”"), "\(german.errors)")
        relay.interrupt()
        #expect(try await relay.outcome().status == 0)
    }

    @Test("Without a provider of text messages a number is refused for good, and an address asked for instead")
    func withoutSMS() async throws {
        let home = try Home()
        let sink = try MailSink(.plain)
        let relay = try await home.serve([
            "--smtp-server", "127.0.0.1:\(sink.port)", "--smtp-security", "none", "--smtp-from", "alarm@example.org",
        ])
        _ = try await home.done("checkin", "plan", "--name", "Ana")
        let refused = try await Command.run("contacts", "add", "Ben", "--phone", "+491701234567", in: home)
        #expect(refused.status == 1, "75 would ask to try again")
        #expect(refused.errors.contains("This relay sends no text messages: give an e-mail address instead"))
        #expect(!refused.errors.contains("again"))
        relay.interrupt()
        #expect(try await relay.outcome().status == 0)
    }

    @Test("A relay that can write to nobody says so, and no command advises what it refuses")
    func withoutMail() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("checkin")
            let unnamed = try await Command.run("checkin", "addresses", "--email", "ana@example.org", in: home)
            #expect(unnamed.errors.contains("reveille checkin plan --name NAME"), "\(unnamed.errors)")
            _ = try await home.done("checkin", "plan", "--name", "Ana")
            for (command, part) in [("checkin", "status"), ("contacts", "list")] {
                let told = try await home.done(command, part)
                #expect(told.contains("This relay sends neither e-mail nor text messages"), "\(told)")
                #expect(!told.contains("contacts add"), "\(told)")
            }
            let refused = try await Command.run("contacts", "add", "Ben", "--email", "ben@example.org", in: home)
            let sentence = "This relay sends no e-mail: its operator has to configure a mail server (SMTP)."
            #expect(refused.errors.contains(sentence), "\(refused.errors)")
            #expect(!refused.errors.contains("/email"), "\(refused.errors)")
        }
    }

    @Test("The language comes from the system, is none the less of a command under another one, and yields to a choice")
    func systemLanguage() async throws {
        let home = try Home()
        try await home.withRelay {
            let chinese = ["LANG": "zh_TW.UTF-8"]
            _ = try await Command.run("checkin", "plan", "--name", "Ana", in: home, environment: chinese)
            let checked = try await Command.run("checkin", in: home, environment: chinese)
            #expect(!checked.output.contains("All is well."), "\(checked.output)")
            let shown = try await Command.run("device", "language", in: home, environment: chinese)
            #expect(shown.output == "zh-TW，與這個系統相同：伺服器以繁體中文寫給您。\n")
            // The status is in one language, that of the system at the moment.
            let plain = ["LANG": "C.UTF-8"]
            let back = try await Command.run("checkin", "status", in: home, environment: plain)
            #expect(back.output.contains("All is well."), "\(back.output)")
            let unset = try await home.done("device", "language")
            #expect(unset == "zh-TW，與這個系統相同：伺服器以繁體中文寫給您。\n")
            let other = try await Command.run("device", "language", in: home, environment: plain)
            #expect(
                other.output
                    == "zh-TW, as on this system when the relay was told: the relay writes to you in Traditional Chinese.\n"
            )
            #expect(other.errors.contains("Here it is en now. To tell the relay: reveille device language --system"))
            let told = try await Command.run("device", "language", "--system", in: home, environment: plain)
            #expect(told.output == "en, as on this system: the relay writes to you in English.\n", "\(told.errors)")
            let english = try await Command.run("device", "language", "en", in: home, environment: chinese)
            #expect(english.output == "en, as you chose: the relay writes to you in English.\n", "\(english.errors)")
            let status = try await Command.run("checkin", "status", in: home, environment: chinese)
            #expect(status.output.contains("All is well."), "\(status.output)")
            let system = try await Command.run("device", "language", "--system", in: home, environment: chinese)
            #expect(system.output.hasPrefix("zh-TW，與這個系統相同"))
        }
    }

    @Test("What the relay pushes to a terminal is in the language of the system, and after a change in the new one")
    func pushedLanguage() async throws {
        let home = try Home()
        try await home.withRelay {
            let chinese = ["LC_ALL": "zh_TW.UTF-8", "LANG": "en_US.UTF-8"]
            _ = try await Command.run("checkin", "plan", in: home, environment: chinese)
            _ = try await Command.run("checkin", in: home, environment: chinese)
            let listening = try Command(["listen"], in: home, environment: chinese)
            let greeting = try await listening.line(with: "http://127.0.0.1:")
            #expect(!greeting.contains("Listening"), "\(greeting)")
            _ = try await Command.run("checkin", "test", in: home, environment: chinese)
            _ = try await listening.line(with: "測試。")
            let english = ["LC_ALL": "C.UTF-8"]
            let status = try await Command.run("checkin", "status", in: home, environment: english)
            #expect(status.output.contains("All is well."), "\(status.output)")
            _ = try await Command.run("checkin", "test", in: home, environment: english)
            _ = try await listening.line(with: "測試。")
            _ = try await home.done("device", "language", "en")
            _ = try await home.done("checkin", "test")
            _ = try await listening.line(with: "A test. Notifications reach this device.")
            try listening.type("g")
            _ = try await listening.line(with: "Nothing rings now.")
            listening.interrupt()
            _ = try await listening.outcome()
        }
    }

    @Test("A relay whose letters lead where only its machine finds says so at its start, and when asked")
    func links() async throws {
        let home = try Home()
        let relay = try Command(
            [
                "serve", "--listen", String(home.relay.dropFirst("http://".count)), "--smtp-server", "127.0.0.1:25",
                "--smtp-security", "none", "--smtp-from", "alarm@example.org",
            ],
            in: home
        )
        let warning = try await relay.line(with: "WARNING: letters and text messages lead to \(home.relay)")
        #expect(warning.contains("set REVEILLE_ORIGIN to the https address"))
        let ready = try await Shell.run("curl -fsS \(home.relay)/readyz")
        #expect(ready.contains(#""name":"links","status":"degraded""#), "\(ready)")
        relay.interrupt()
        #expect(try await relay.outcome().status == 0)
    }

    @Test("A contact is written to in the person's language unless another is given")
    func contactLanguage() async throws {
        let home = try Home()
        let sink = try MailSink(.plain)
        let relay = try await home.serve([
            "--smtp-server", "127.0.0.1:\(sink.port)", "--smtp-security", "none", "--smtp-from", "alarm@example.org",
        ])
        let chinese = ["LANG": "zh_CN.UTF-8"]
        _ = try await Command.run("checkin", "plan", "--name", "Ana", in: home, environment: chinese)
        let usual = try await Command.run(
            "contacts",
            "add",
            "Ben",
            "--email",
            "ben@example.org",
            "--json",
            in: home,
            environment: chinese
        )
        #expect(usual.output.contains(#""language":"zh-CN""#), "\(usual.output) \(usual.errors)")
        let other = try await Command.run(
            "contacts",
            "change",
            "Ben",
            "--language",
            "en",
            "--json",
            in: home,
            environment: chinese
        )
        #expect(other.output.contains(#""language":"en""#), "\(other.output) \(other.errors)")
        relay.interrupt()
        #expect(try await relay.outcome().status == 0)
    }

    @Test("A rehearsed warning sounds and asks at the terminal, and answering it is not called a check-in")
    func rehearsed() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("checkin", "plan", "--name", "Ana")
            let listening = try Command(["listen"], in: home)
            _ = try await listening.line(with: "Listening as Ana at")
            _ = try await home.done("checkin", "rehearse")
            let warning = try await listening.line(with: "Rehearsal: check in now. ")
            #expect(warning.hasPrefix("\u{07}"))
            _ = try await listening.line(with: "g = end the rehearsal, d = put away")
            try listening.type("g")
            _ = try await listening.line(with: "The rehearsal is over. It was no check-in.")
            listening.interrupt()
            let output = try await listening.outcome().output
            #expect(!output.contains("Tap"))
            #expect(try await home.done("checkin", "status").contains("No check-in yet."))
        }
    }
}
