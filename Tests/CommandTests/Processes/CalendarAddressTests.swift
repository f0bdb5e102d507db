import TestSupport
import Testing

@Suite("The address for calendar programs, at a terminal", .timeLimit(.minutes(10)))
struct CalendarAddressTests {
    @Test("It is shown once, known to be there, exported without its secret, and revoked")
    func link() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("checkin", "plan", "--name", "Ana")
            let none = try await Command.run("calendar", "show", in: home)
            #expect(none.status == 1)
            #expect(none.errors.contains("There is no calendar address: reveille calendar link"), "\(none.errors)")
            let made = try await home.done("calendar", "link")
            let url = try #require(made.split(separator: "\n").first)
            #expect(url.contains("/calendar.ics?t="), "\(made)")
            let token = try #require(url.split(separator: "=").last)
            #expect(try await home.done("calendar", "show").contains("There is an address since "))
            let export = try await home.done("me", "export", "--json")
            #expect(export.contains("calendarLinks") && !export.contains(token), "\(export)")
            #expect(try await home.done("calendar", "revoke").contains("good for nothing any more"))
            #expect(try await Command.run("calendar", "revoke", in: home).status == 1)
        }
    }
}
