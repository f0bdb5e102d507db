import ArgumentParser
import WebApp

/// `reveille web`: the web app that the relay serves.
struct WebCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web",
        abstract: "Look at the web app that this program serves.",
        subcommands: [WebHashCommand.self]
    )
}

/// `reveille web hash`: prints the hashes of the files that browsers are given.
struct WebHashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hash",
        abstract: "Print the SHA-256 of every file of the web app.",
        discussion: """
            Whoever serves a web app could serve another one, which gives keys away. Compare what a relay serves with what this \
            program contains:

              curl -s https://alarm.example.org/main.js | sha256sum

            The lines are those of sha256sum, with the paths of the requests; --short prints the version of the whole, which \
            the app shows under Settings.
            """
    )

    @Flag(name: .customLong("short"), help: "Print only the version, a hash over all embedded files.")
    var onlyVersion = false

    func run() throws {
        let site = try WebSite()
        Terminal.say(onlyVersion ? site.version : String(site.hashes.dropLast()))
    }
}
