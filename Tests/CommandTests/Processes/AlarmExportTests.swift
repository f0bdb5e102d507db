import Foundation
import Testing

@Suite("Alarms for a calendar program", .timeLimit(.minutes(10)))
struct AlarmExportTests {
    @Test("Both people export an alarm with its words, into a file that is replaced only when that is asked for")
    func export() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            let weekdays = ["--at", "7am", "--zone", "Europe/Berlin", "--repeat", "weekdays"]
            let sent = try await Command.run(
                ["alarm", "send", "Up; up", "--profile", "ana"] + weekdays,
                in: home
            )
            try #require(sent.status == 0, "\(sent.errors)")
            let text = try await home.done("alarm", "export", profile: "ana")
            #expect(text.hasPrefix("BEGIN:VCALENDAR\r\n") && text.hasSuffix("END:VCALENDAR\r\n"))
            #expect(text.contains("\r\nSUMMARY:For Ben: Up\\; up\r\n"), "\(text)")
            #expect(text.contains(/DTSTART;TZID=Europe\/Berlin:\d{8}T070000/), "\(text)")
            #expect(text.contains("\r\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR\r\n"), "\(text)")
            #expect(text.contains("\r\nTZID:Europe/Berlin\r\n"), "\(text)")

            let file = home.path(of: "alarms.ics")
            #expect(try await home.done("alarm", "export", "--file", file, profile: "ana").isEmpty)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
            let again = try await home.run("alarm", "export", "--file", file, profile: "ana")
            #expect(again.status == 1 && again.errors.contains("is there already"), "\(again.errors)")
            _ = try await home.done("alarm", "export", "--json", "--file", file, "--replace", profile: "ana")
            let json = try await home.done("alarm", "list", "--json", profile: "ana")
            #expect(try String(contentsOfFile: file, encoding: .utf8) == json)
        }
    }
}
