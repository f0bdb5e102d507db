import Foundation
import Testing

@Suite("Two devices of one person, each a process", .timeLimit(.minutes(10)))
struct DeviceTests {
    private struct Listing: Decodable {
        struct Device: Decodable {
            let deviceId: String
            let name: String?
            let isSelf: Bool

            enum CodingKeys: String, CodingKey {
                case deviceId, name
                case isSelf = "self"
            }
        }

        let devices: [Device]
        let pairsOfOtherDevices: [String]
    }

    private func list(_ profile: String, in home: Home) async throws -> Listing {
        let listed = try await Command.run("device", "list", "--profile", profile, "--json", in: home)
        try #require(listed.status == 0, "\(listed.errors)")
        return try JSONDecoder().decode(Listing.self, from: Data(listed.output.utf8))
    }

    /// Makes the profile `other` one more device of `profile`'s person.
    private func link(_ profile: String, with other: String, in home: Home) async throws -> Command.Outcome {
        let phone = try Command(["device", "link", "--profile", profile], in: home)
        let code = try await phone.code()
        let tablet = try Command(["device", "join", code, "--profile", other, "--name", "the tablet"], in: home)
        try tablet.type("y")
        try phone.type(try await tablet.digits())
        _ = try await phone.line(with: "Linked the tablet, with")
        #expect(try await phone.outcome().status == 0)
        return try await tablet.outcome()
    }

    @Test("A tablet is linked, rings with the words, sets alarms in its person's name, and is removed")
    func journey() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            let joined = try await link("ana", with: "tablet", in: home)
            #expect(joined.status == 0, "\(joined.errors)")
            #expect(
                joined.output.contains("This device will ring for Ana, and can set alarms in the name of Ana. Allow?")
            )
            #expect(joined.output.contains("It got the pairs with Ben."))

            let devices = try await list("ana", in: home).devices
            #expect(devices.map(\.name) == [nil, "the tablet"])
            #expect(devices.map(\.isSelf) == [true, false])

            let listening = ["listen", "--answer", "got-it", "--once", "--profile"]
            let tablet = try Command(listening + ["tablet"], in: home)
            _ = try await tablet.line(with: "Listening as Ana")
            _ = try await Command.run("alarm", "send", "--profile", "ben", "--in", "0s", "Wake up", in: home)
            _ = try await tablet.line(with: "ALARM from Ben: “Wake up”")
            #expect(try await tablet.outcome().status == 0)

            let ben = try Command(listening + ["ben"], in: home)
            _ = try await ben.line(with: "Listening as Ben")
            _ = try await Command.run("alarm", "send", "--profile", "tablet", "--in", "0s", "You too", in: home)
            _ = try await ben.line(with: "ALARM from Ana: “You too”")
            #expect(try await ben.outcome().status == 0)

            let refused = try await Command.run("device", "remove", "--profile", "ben", "the tablet", "--yes", in: home)
            #expect(refused.status == 1)
            let removed = try await Command.run("device", "remove", "--profile", "ana", "the tablet", "--yes", in: home)
            #expect(removed.output == "Removed the tablet.\n", "\(removed.errors)")
            let late = try await Command.run("alarm", "list", "--profile", "tablet", in: home)
            #expect(late.status == 1)
            #expect(late.errors.contains("The relay does not know this device"))
            let last = try await Command.run(
                "device",
                "remove",
                "--profile",
                "ana",
                "--yes",
                "--",
                devices[0].deviceId,
                in: home
            )
            #expect(last.errors.contains("end its pairs and leave its circles first"), "\(last.output)")
        }
    }

    @Test("A server of one's own is added, told its secret once, listed under its name, and removed")
    func server() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            let url = "https://home.example.org/api/webhook/s3cr3t"
            let add = ["device", "add-webhook", "--profile", "ben"]
            let added = try await Command.run(add + [url, "--name", "home assistant"], in: home)
            #expect(added.status == 0, "\(added.errors)")
            #expect(added.output.hasPrefix("Added home assistant, device "))
            #expect(added.output.contains("shown once: whsec_"))
            #expect(try await list("ben", in: home).devices.map(\.name) == [nil, "home assistant"])
            let shown = try await Command.run("device", "list", "--profile", "ben", in: home)
            #expect(shown.output.contains("webhook") && !shown.output.contains("s3cr3t"))
            let refused = try await Command.run(add + ["http://home.example.org/"], in: home)
            #expect(refused.status == 1)
            #expect(refused.errors.contains("a webhook is an https:// URL"))
            let remove = ["device", "remove", "--profile", "ben", "home assistant", "--yes"]
            #expect(try await Command.run(remove, in: home).output == "Removed home assistant.\n")
            #expect(try await list("ben", in: home).devices.map(\.name) == [nil])
        }
    }

    @Test("A device's code makes no pair, a partner's code links no device, and a refusal links none")
    func purposes() async throws {
        let home = try Home()
        try await home.withRelay {
            try await home.pair()
            let link = try Command(["device", "link", "--profile", "ana"], in: home)
            let code = try await link.code()
            let accepted = try await Command.run("pair", "accept", code, "--profile", "x", "--yes", in: home)
            #expect(accepted.status == 1)
            #expect(accepted.errors.contains("it makes no pair"))
            let joining = try Command(["device", "join", code, "--profile", "x"], in: home)
            try joining.type("no")
            #expect(try await joining.outcome().errors.contains("nothing was linked"))
            #expect(try await link.outcome().status == 1)

            let new = try Command(["pair", "new", "--profile", "ana"], in: home)
            let joined = try await Command.run(
                "device",
                "join",
                try await new.code(),
                "--profile",
                "x",
                "--yes",
                in: home
            )
            #expect(joined.status == 1)
            #expect(joined.errors.contains("no device of the same person"))
        }
    }
}
