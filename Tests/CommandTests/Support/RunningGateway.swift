import Foundation

/// `reveille gateway` on free ports, and what it said at its start.
struct RunningGateway {
    /// What it printed.
    struct Briefing {
        /// What a relay has to be told.
        var environment: [String: String]
        /// The example, in one line.
        var curl: String
        /// Where the control endpoint listens.
        var control: String?
    }

    let command: Command

    /// Starts it; arguments that name a file are taken for one in `home`.
    init(_ home: Home, _ arguments: String...) throws {
        try self.init(home, arguments: arguments)
    }

    /// Starts it; arguments that name a file are taken for one in `home`.
    init(_ home: Home, arguments: [String]) throws {
        let own = ["--listen", "127.0.0.1:0", "--control", "127.0.0.1:0"]
        let named = arguments.map { argument in
            argument.contains(".") && !argument.contains(":") ? home.path(of: argument) : argument
        }
        command = try Command(["gateway"] + own + named, in: home)
    }

    /// Waits until it has said everything.
    func briefing() async throws -> Briefing {
        let control = try await command.line(with: "control     ")
        var environment: [String: String] = [:]
        for name in ["ENDPOINT", "CA_FILE", "KEY_FILE", "KEY_ID", "TEAM_ID", "TOPIC"] {
            let line = try await command.line(with: "export REVEILLE_APNS_\(name)=")
            environment["REVEILLE_APNS_\(name)"] = line.split(separator: "=", maxSplits: 1).last.map(String.init)
        }
        var curl = ""
        for mark in ["curl --http2", "--header", "--header", "--data"] {
            curl += try await command.line(with: mark).replacing(#/\\$/#, with: " ")
        }
        return Briefing(
            environment: environment,
            curl: curl.trimmingCharacters(in: .whitespaces),
            control: control.split(separator: " ").dropFirst().first.map(String.init)
        )
    }
}

extension Home {
    /// The path of a file in this home.
    func path(of name: String) -> String { folder.appending(path: name).path }

    /// Writes a file into this home.
    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }
}
