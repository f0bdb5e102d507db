import Foundation
import Testing

@Suite("Words of a family whose people come and go, each a process", .timeLimit(.minutes(10)))
struct FamilyResealingTests {
    private func id(in output: String) throws -> String {
        try #require(output.split(whereSeparator: \.isWhitespace).last.map { String($0) })
    }

    private func list(_ profile: String, in home: Home) async throws -> String {
        try await home.done("reminder", "list", profile: profile)
    }

    @Test("A parent who joins later, and a child who becomes one, read what was set before")
    func joining() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ana")
            try await home.join("Lea", to: "Hearth", as: "child", invitedBy: "ana")
            _ = try await home.done("reminder", "add", "--for", "Kim", "--in", "9h", "Quokkas", profile: "ana")
            try await home.join("Ben", to: "Hearth", as: "parent", invitedBy: "ana")
            let bens = try await list("ben", in: home)
            #expect(bens.contains("Quokkas"), "\(bens)")
            _ = try await home.done("circle", "member", "Hearth", "Lea", "--role", "parent", profile: "ana")
            // The next command of somebody who can read it seals it for her.
            _ = try await list("ana", in: home)
            let leas = try await list("lea", in: home)
            #expect(leas.contains("Quokkas"), "\(leas)")
        }
    }

    @Test("What a parent set who leaves is read by everybody, and handed over, also to who joins afterwards")
    func leaving() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            try await home.join("Ben", to: "Hearth", as: "parent", invitedBy: "ana")
            try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ana")
            _ = try await home.done("reminder", "add", "--for", "Kim", "--in", "9h", "Quokkas", profile: "ben")
            _ = try await home.done("reminder", "add", "--for", "Kim", "--in", "8h", "Axolotls", profile: "ana")
            let left = try await home.done("circle", "leave", "Hearth", "--hand-over", "Ana", "--yes", profile: "ben")
            #expect(left == "You left Hearth. Your reminders for others are Ana's now.\n")
            let kims = try await list("kim", in: home)
            #expect(kims.contains("Quokkas"), "before anybody has sealed it again: \(kims)")
            #expect(try await list("ana", in: home).contains("Quokkas"))
            try await home.join("Carl", to: "Hearth", as: "parent", invitedBy: "ana")
            let carls = try await list("carl", in: home)
            #expect(carls.contains("Quokkas"), "\(carls)")
            #expect(carls.contains("Axolotls"), "\(carls)")
            let id = try await home.done("reminder", "list", "--json", profile: "ana")
            #expect(!id.contains("doubt"))
            #expect(try await !home.done("reminder", "list", "--json", profile: "kim").contains("doubt"))
        }
    }

    @Test("A child who ran nothing before the founder left reads what the others have sealed since")
    func away() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ben", profile: "ben")
            try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ben")
            try await home.join("Ana", to: "Hearth", as: "parent", invitedBy: "ben")
            _ = try await home.done("reminder", "add", "--for", "Kim", "--in", "5h", "Quokkas", profile: "ben")
            _ = try await home.done("circle", "leave", "Hearth", "--hand-over", "Ana", "--yes", profile: "ben")
            _ = try await list("ana", in: home)
            _ = try await home.done("reminder", "add", "--for", "Kim", "--in", "6h", "Axolotls", profile: "ana")
            let kims = try await list("kim", in: home)
            #expect(kims.contains("Quokkas"), "\(kims)")
            #expect(kims.contains("Axolotls"), "\(kims)")
            _ = try await home.done("reminder", "add", "--in", "7h", "Pangolins", profile: "kim")
            #expect(try await list("ana", in: home).contains("Pangolins"))
        }
    }

    @Test("Without an heir the reminders of a parent who is removed are deleted, as the command says")
    func removed() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            try await home.join("Ben", to: "Hearth", as: "parent", invitedBy: "ana")
            try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ana")
            _ = try await home.done("reminder", "add", "--for", "Kim", "--in", "9h", "Quokkas", profile: "ben")
            let refused = try await home.run(
                "circle",
                "remove",
                "Hearth",
                "Ben",
                "--hand-over",
                "Kim",
                "--yes",
                profile: "ana"
            )
            #expect(refused.status == 64)
            #expect(refused.errors.contains("Kim is no parent of this family: only a parent can take"))
            let deleting = try await home.run("me", "delete", profile: "ben")
            #expect(deleting.errors.contains("1 open reminder set for others is deleted in Hearth."))
            #expect(deleting.errors.contains("--hand-over NAME"))
            let taken = try await home.run("circle", "remove", "Hearth", "Ben", "--yes", profile: "ana")
            #expect(taken.status == 0)
            #expect(taken.errors.contains("1 open reminder set for others is deleted in Hearth."))
            #expect(try await list("kim", in: home) == "There are no such reminders.\n")
        }
    }

    @Test("Who leaves is told first that what they set for others goes, and hears of no heir where there was nothing")
    func counted() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            try await home.join("Ben", to: "Hearth", as: "parent", invitedBy: "ana")
            try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ana")
            let set = try await home.done("reminder", "add", "--for", "Kim", "--in", "9h", "Quokkas", profile: "ben")
            let asked = try await home.run("circle", "leave", "Hearth", profile: "ben")
            #expect(asked.errors.contains("1 open reminder set for others is deleted in Hearth. --hand-over NAME"))
            _ = try await home.done("reminder", "delete", try id(in: set), profile: "ben")
            let left = try await home.done("circle", "leave", "Hearth", "--hand-over", "Ana", "--yes", profile: "ben")
            #expect(left == "You left Hearth.\n")
        }
    }

    @Test("A device that is linked reads what was set before, and after its person has joined anew")
    func linked() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            try await home.join("Ben", to: "Hearth", as: "parent", invitedBy: "ana")
            try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ana")
            _ = try await home.done("reminder", "add", "--for", "Kim", "--in", "9h", "Quokkas", profile: "ben")
            try await linkTablet(in: home)
            let tablets = try await list("tablet", in: home)
            #expect(tablets.contains("Quokkas"), "\(tablets)")
            _ = try await home.done("circle", "leave", "Hearth", "--hand-over", "Ana", "--yes", profile: "ben")
            let later = try await list("tablet", in: home)
            #expect(later.contains("Quokkas"), "\(later)")
        }
    }

    @Test("Whoever joins a family again is told to link the other device, which reads then what is set")
    func linkedAgain() async throws {
        let home = try Home()
        try await home.withRelay {
            _ = try await home.done("circle", "new", "family", "Hearth", "--name", "Ana", profile: "ana")
            let first = try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ana")
            #expect(!first.errors.contains("other device"), "\(first.errors)")
            try await linkTablet(in: home)
            _ = try await home.done("circle", "leave", "Hearth", "--yes", profile: "kim")
            let again = try await home.join("Kim", to: "Hearth", as: "child", invitedBy: "ana")
            #expect(again.errors.contains("Your other device reads nothing of what its people"), "\(again.errors)")
            #expect(again.errors.contains("'reveille device link --profile kim' here"), "\(again.errors)")
            _ = try await home.done("reminder", "add", "--for", "Kim", "--in", "9h", "Axolotl", profile: "ana")
            try await linkTablet(in: home)
            let tablets = try await list("tablet", in: home)
            #expect(tablets.contains("Axolotl"), "\(tablets)")
        }
    }

    /// Makes the profile `tablet` Kim's second device, also where it is one already.
    private func linkTablet(in home: Home) async throws {
        let phone = try Command(["device", "link", "--profile", "kim"], in: home)
        let tablet = try Command(
            ["join", try await phone.code(), "--name", "Tablet", "--profile", "tablet"],
            in: home
        )
        try tablet.type("y")
        try phone.type(try await tablet.digits())
        #expect(try await phone.outcome().status == 0)
        #expect(try await tablet.outcome().status == 0)
    }
}
