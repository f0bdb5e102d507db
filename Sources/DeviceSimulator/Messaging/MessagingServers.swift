import AlarmCore
import Foundation

/// The mail and SMS servers by which a scenario's relay reaches people without the app.
struct MessagingServers: Sendable {
    /// Account identifier in Twilio's format; no such account exists.
    private static let account = "AC" + String(repeating: "0", count: 32)

    /// The running servers.
    let servers: [MessagingServer]
    private let folder: URL
    /// Whether somebody may be called.
    private let callsPeople: Bool

    /// Starts the servers of `services`, and says what happens at each number that may be called.
    static func open(
        _ services: Set<MessagingService>,
        folder: URL,
        calling numbers: [String: ScenarioCircle.CallAnswer] = [:]
    ) async throws -> MessagingServers {
        let presses = numbers.filter { $0.value == .presses }.keys.sorted().joined(separator: " ")
        var servers: [MessagingServer] = []
        do {
            for service in MessagingService.allCases where services.contains(service) {
                servers.append(
                    try await MessagingServer.start(service, folder: folder, environment: ["PRESSES": presses])
                )
            }
            let secret = folder.appending(path: "sms-secret")
            if services.contains(.sms) { try DemoEnvironment.write("secret\n", to: secret) }
            return MessagingServers(servers: servers, folder: folder, callsPeople: !numbers.isEmpty)
        } catch {
            for server in servers { server.stop() }
            throw error
        }
    }

    /// Environment variables by which the relay uses the servers.
    var environment: [String: String] {
        var environment: [String: String] = [:]
        if let mail = server(for: .mail) {
            environment["REVEILLE_SMTP_SERVER"] = "127.0.0.1:\(mail.port)"
            environment["REVEILLE_SMTP_SECURITY"] = "none"
            environment["REVEILLE_SMTP_FROM"] = "alarm@example.org"
        }
        if let sms = server(for: .sms) {
            environment["REVEILLE_TWILIO_ENDPOINT"] = "http://127.0.0.1:\(sms.port)"
            environment["REVEILLE_TWILIO_ACCOUNT"] = Self.account
            environment["REVEILLE_TWILIO_SECRET_FILE"] = folder.appending(path: "sms-secret").path
            environment["REVEILLE_TWILIO_FROM"] = "+15005550006"
            if callsPeople { environment["REVEILLE_TWILIO_CALL_FROM"] = "+15005550006" }
        }
        return environment
    }

    /// Whether a client is waiting for an answer of one of the servers.
    var isBusy: Bool { servers.contains(where: \.isBusy) }

    /// Returns the server of this kind.
    func server(for service: MessagingService) -> MessagingServer? { servers.first { $0.service == service } }

    /// Stops the servers.
    func close() {
        for server in servers { server.stop() }
    }
}
