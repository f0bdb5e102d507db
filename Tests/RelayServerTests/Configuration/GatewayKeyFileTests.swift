import Delivery
import Foundation
import RelayServer
import Testing

@Suite("The file of the gateway's key")
struct GatewayKeyFileTests {
    private static func environment(keyFile: String) -> [String: String] {
        [
            "HOME": "/home/ana",
            "REVEILLE_APNS_KEY_FILE": keyFile,
            "REVEILLE_APNS_KEY_ID": "ABCDE12345",
            "REVEILLE_APNS_TEAM_ID": "TEAM123456",
            "REVEILLE_APNS_TOPIC": "com.example.app, com.example.beta",
        ]
    }

    private static func fault(_ environment: [String: String]) throws -> String {
        let error = #expect(throws: ConfigurationError.self) { try RelayConfiguration(environment: environment) }
        return try #require(error).description
    }

    @Test("A key that only its owner can read is taken", arguments: [0o600, 0o400])
    func ownerOnly(mode: Int) async throws {
        try await TemporaryDirectory.with { directory in
            let path = try directory.write("key", to: "key.p8", mode: mode)
            let apns = try RelayConfiguration(environment: Self.environment(keyFile: path)).apns
            #expect(apns?.keyFile == path)
            #expect(apns?.topics == ["com.example.app", "com.example.beta"])
            #expect(apns?.endpoints == .apple)
        }
    }

    @Test("A key that others can read is refused, with the command that helps", arguments: [0o640, 0o604, 0o644])
    func readableByOthers(mode: Int) async throws {
        try await TemporaryDirectory.with { directory in
            let path = try directory.write("key", to: "key.p8", mode: mode)
            let fault = try Self.fault(Self.environment(keyFile: path))
            #expect(fault.hasSuffix("run: chmod 600 \(path)"))
        }
    }

    @Test("A credential of the service manager may be readable by a group, but not by all")
    func credential() async throws {
        try await TemporaryDirectory.with { directory in
            let path = try directory.write("key", to: "key.p8", mode: 0o440)
            var environment = Self.environment(keyFile: path)
            environment["CREDENTIALS_DIRECTORY"] = directory.path
            #expect(try RelayConfiguration(environment: environment).apns != nil)
            try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
            let readable = try Self.fault(environment)
            #expect(readable.contains("can be read by others"))
        }
    }

    @Test("A key that is missing, or a directory, is told")
    func missing() async throws {
        try await TemporaryDirectory.with { directory in
            let missing = try Self.fault(Self.environment(keyFile: directory.path + "/none"))
            #expect(missing.contains("does not exist"))
            let folder = try Self.fault(Self.environment(keyFile: directory.path))
            #expect(folder.contains("is not a file"))
        }
    }
}
