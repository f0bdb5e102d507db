import Foundation

/// `reveille gateway` on free ports, and its startup output.
struct RunningGateway {
    /// The startup output, parsed.
    struct StartupInfo {
        /// Environment variables for a relay that uses this gateway.
        var environment: [String: String]
        /// The printed example command, joined into one line.
        var curl: String
        /// Origin of the control endpoint.
        var control: String?
    }

    let command: Command

    /// Starts the gateway; arguments that name a file mean a file in `home`.
    init(_ home: Home, _ arguments: String...) throws {
        try self.init(home, arguments: arguments)
    }

    /// Starts the gateway; arguments that name a file mean a file in `home`.
    init(_ home: Home, arguments: [String]) throws {
        let own = ["--listen", "127.0.0.1:0", "--control", "127.0.0.1:0"]
        let named = arguments.map { argument in
            argument.contains(".") && !argument.contains(":") ? home.path(of: argument) : argument
        }
        command = try Command(["gateway"] + own + named, in: home)
    }

    /// Waits for the whole startup output.
    func briefing() async throws -> StartupInfo {
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
        return StartupInfo(
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
