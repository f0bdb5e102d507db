import AlarmCore
import Foundation

/// The servers by which a scenario's relay writes to people without the app.
struct PostOffice: Sendable {
    /// A name of an account as Twilio gives them; there is no such account.
    private static let account = "AC" + String(repeating: "0", count: 32)

    /// Those that run.
    let servers: [PostServer]
    private let folder: URL

    /// Starts those of `services`.
    static func open(_ services: Set<PostService>, folder: URL) async throws -> PostOffice {
        var servers: [PostServer] = []
        do {
            for service in PostService.allCases where services.contains(service) {
                servers.append(try await PostServer.start(service, folder: folder))
            }
            let secret = folder.appending(path: "sms-secret")
            if services.contains(.sms) { try DemoStage.write("secret\n", to: secret) }
            return PostOffice(servers: servers, folder: folder)
        } catch {
            for server in servers { server.stop() }
            throw error
        }
    }

    /// What the relay has to be told to use them.
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
        }
        return environment
    }

    /// Whether somebody speaks to one of them and waits for its answer.
    var isBusy: Bool { servers.contains(where: \.isBusy) }

    /// The server of this kind.
    func server(for service: PostService) -> PostServer? { servers.first { $0.service == service } }

    /// Ends them.
    func close() {
        for server in servers { server.stop() }
    }
}
