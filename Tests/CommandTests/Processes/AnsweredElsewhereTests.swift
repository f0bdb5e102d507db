import Foundation
import TestSupport
import Testing

@Suite("Warnings at a terminal that were answered in another", .timeLimit(.minutes(10)))
struct AnsweredElsewhereTests {
    /// The only warning comes an hour ahead, so that of a deadline an hour away it is due at once.
    private static let policy = """
        name: check-in
        steps:
          - {at: -1h, audience: receiver, stage: check-in-due, urgency: critical}
          - {at: 0s, audience: contacts, stage: alert}
          - {at: 0s, audience: receiver, stage: contacts-told, urgency: critical}
        """

    /// Runs `body` with a listener that makes a noise, and a person whose every check-in is followed by a warning.
    private func warned(_ body: (Home, Command, _ noise: String) async throws -> Void) async throws {
        let home = try Home()
        let policy = home.folder.appending(path: "policy.yaml")
        try Data(Self.policy.utf8).write(to: policy)
        try await home.withRelay(["--policy-file", policy.path]) {
            _ = try await home.done("checkin", "plan", "--name", "Ana", "--threshold", "1h")
            let noise = home.folder.appending(path: "noise").path
            let script = "trap 'rm -f \(noise); exit' TERM; echo on > \(noise); while :; do sleep 0.1; done"
            let listening = try Command(["listen", "--exec", script], in: home)
            _ = try await listening.line(with: "Listening as Ana at")
            _ = try await home.done("checkin")
            _ = try await listening.line(with: "Check in now")
            while !FileManager.default.fileExists(atPath: noise) { try await Task.sleep(for: .milliseconds(20)) }
            try await body(home, listening, noise)
            listening.interrupt()
            _ = try await listening.outcome()
        }
    }

    @Test("After a check-in by another command only the next warning rings, and one letter answers it")
    func checkedIn() async throws {
        try await warned { home, listening, _ in
            _ = try await home.done("checkin")
            _ = try await listening.line(with: "Check in now")
            try listening.type("g")
            _ = try await listening.line(with: "Checked in.")
        }
    }

    @Test("A deadline that was put off by another command rings no more, and what was typed is told so")
    func putOff() async throws {
        try await warned { home, listening, noise in
            _ = try await home.done("checkin", "snooze")
            try listening.type("g")
            let over = try await listening.line(with: "The warning about your check-in needs no answer here any more: ")
            #expect(over.contains(", and the next one is due by "), "\(over)")
            #expect(!over.contains("Check in now"), "\(over)")
            _ = try await listening.line(with: "Nothing rings now.")
            while FileManager.default.fileExists(atPath: noise) { try await Task.sleep(for: .milliseconds(20)) }
        }
    }

    @Test("A deadline is put off by a day and no other time, and the new one is said")
    func putOffHere() async throws {
        try await warned { _, listening, _ in
            try listening.type("s 30")
            _ = try await listening.line(with: "A check-in is put off by 24 hours, no shorter and no")
            try listening.type("s")
            _ = try await listening.line(with: "Put off: your deadline is now ")
        }
    }

    @Test("A warning that is put away says that the deadline still runs")
    func putAway() async throws {
        try await warned { _, listening, _ in
            try listening.type("d")
            _ = try await listening.line(with: "Put away here. It was no check-in: your deadline still runs, until ")
        }
    }

    @Test("A rehearsal that has come to its end rings no more")
    func rehearsed() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("checkin", "plan", "--name", "Ana", "--gentle")
            let listening = try Command(["listen"], in: home)
            _ = try await listening.line(with: "Listening as Ana at")
            _ = try await home.done("checkin", "rehearse")
            _ = try await listening.line(with: "g = end the rehearsal, d = put away")
            _ = try await listening.line(with: "Rehearsal")
            try listening.type("g")
            _ = try await listening.line(with: "Nothing rings now.")
            listening.interrupt()
            _ = try await listening.outcome()
        }
    }
}
