import Foundation
import Testing

@testable import DeviceSimulator

@Suite("The mail server of a scenario", .timeLimit(.minutes(10)))
struct MessagingServerTests {
    private static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "reveille-post-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test("Without aiosmtpd it does not start, and says what to install")
    func missingLibrary() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("raise ImportError".utf8).write(to: folder.appending(path: "aiosmtpd.py"))
        let error = await #expect(throws: MessagingServer.Failure.self) {
            try await MessagingServer.start(.mail, folder: folder, environment: ["PYTHONPATH": folder.path])
        }
        let words = try #require(error).description
        #expect(words.contains("apt-get install python3-aiosmtpd"))
        #expect(words.contains("pip install aiosmtpd"))
    }

    @Test("Without Python it does not start, and says that it is needed")
    func missingPython() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = await #expect(throws: MessagingServer.Failure.self) {
            try await MessagingServer.start(.sms, folder: folder, environment: ["PATH": folder.path])
        }
        #expect(try #require(error).description.contains("which takes python3 in the PATH"))
    }

    @Test("It does what it is told, and after its end says that it cannot", arguments: MessagingService.allCases)
    func orders(service: MessagingService) async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try await MessagingServer.start(service, folder: folder)
        for event in MessagingServiceEvent.allCases { try await server.take(event) }
        #expect(!server.isBusy)
        server.stop()
        for await _ in server.events {}
        let error = await #expect(throws: MessagingServer.Failure.self) { try await server.take(.down) }
        #expect(try #require(error).description.contains("it ended in the middle of the run"))
    }
}
