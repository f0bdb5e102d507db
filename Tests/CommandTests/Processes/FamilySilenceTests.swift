import Foundation
import Testing

@Suite("A reminder that does not ring, each of a family's people a process", .timeLimit(.minutes(10)))
struct FamilySilenceTests {
    @Test("Whoever edits a reminder reads why it will not ring, and one whose alarm was taken off rings again")
    func edited() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            try await home.join("Ben", to: "Hearth", as: "parent", invitedBy: "ana")
            try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ana")
            let violin = ["--for", "Kim", "--on", "MO,TH", "--at", "07:30", "Violin", "--profile", "ana"]
            let set = try await Command.run(["reminder", "add"] + violin, in: home)
            #expect(set.status == 0, "\(set.errors)")
            let id = try #require(set.output.split(whereSeparator: \.isWhitespace).last.map { String($0) })

            _ = try await home.done("consent", "mute", "Ana", profile: "kim")
            let refused = try await Command.run(["reminder", "add"] + violin, in: home)
            #expect(refused.status == 1)
            #expect(refused.errors.contains("takes no alarms of yours"), "\(refused.errors)")
            let titled = try await home.run("reminder", "edit", id, "--title", "Cello", profile: "ben")
            #expect(titled.status == 0)
            #expect(titled.errors.contains("It will not ring: Kim takes nothing from Ana then"), "\(titled.errors)")
            let moved = try await home.run("reminder", "edit", id, "--at", "08:00", profile: "ben")
            #expect(moved.status == 1)
            #expect(moved.errors.contains("the person who set this reminder"), "\(moved.errors)")

            _ = try await home.done("consent", "mute", "Ana", "--off", profile: "kim")
            let ringing = try await home.done("reminder", "show", id, "--json", profile: "kim")
            let after = try #require(ringing.range(of: #""alarmId":""#)?.upperBound)
            _ = try await home.done("alarm", "cancel", String(ringing[after...].prefix(22)), profile: "kim")
            let list = try await home.done("reminder", "list", profile: "ana")
            #expect(list.contains("its alarm was taken off; give it a time anew, the same or another"), "\(list)")
            let anew = try await home.done("reminder", "edit", id, "--at", "07:30", profile: "ana")
            #expect(anew.contains("It rings again: its alarm had been taken off."), "\(anew)")
            #expect(try await !home.done("reminder", "list", profile: "ana").contains("will not ring"))
        }
    }

    @Test("An alarm is shown with whom the reminder is for, oneself too")
    func shownAlarm() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ana")
            for (member, name) in [("me", "Ana"), ("Kim", "Kim")] {
                let add = ["reminder", "add", "--for", member, "--in", "1h", "Violin", "--profile", "ana"]
                let set = try await Command.run(add, in: home)
                let id = try #require(set.output.split(whereSeparator: \.isWhitespace).last.map { String($0) })
                let shown = try await home.done("alarm", "show", id, profile: "ana")
                let lines = shown.split(separator: "\n").map { $0.split(separator: " ").map { String($0) } }
                #expect(lines.contains(["for", name]), "\(shown)")
                #expect(!shown.contains("(unknown)"))
            }
        }
    }
}
