import Foundation
import TestSupport
import Testing

@testable import DeviceSimulator

@Suite("The mail server of a scenario", .timeLimit(.minutes(10)))
struct MessagingServerTests {
    @Test("Without aiosmtpd it does not start, and says what to install")
    func missingLibrary() async throws {
        let folder = try TemporaryFolder()
        try Data("raise ImportError".utf8).write(to: folder.url.appending(path: "aiosmtpd.py"))
        let error = await #expect(throws: MessagingServer.Failure.self) {
            try await MessagingServer.start(.mail, folder: folder.url, environment: ["PYTHONPATH": folder.path])
        }
        let words = try #require(error).description
        #expect(words.contains("apt-get install python3-aiosmtpd"))
        #expect(words.contains("pip install aiosmtpd"))
    }

    @Test("Without Python it does not start, and says that it is needed")
    func missingPython() async throws {
        let folder = try TemporaryFolder()
        let error = await #expect(throws: MessagingServer.Failure.self) {
            try await MessagingServer.start(.sms, folder: folder.url, environment: ["PATH": folder.path])
        }
        #expect(try #require(error).description.contains("which takes python3 in the PATH"))
    }

    @Test("It does what it is told, and after its end says that it cannot", arguments: MessagingService.allCases)
    func orders(service: MessagingService) async throws {
        let folder = try TemporaryFolder()
        let server = try await MessagingServer.start(service, folder: folder.url)
        for event in MessagingServiceEvent.allCases { try await server.take(event) }
        #expect(!server.isBusy)
        server.stop()
        for await _ in server.events {}
        let error = await #expect(throws: MessagingServer.Failure.self) { try await server.take(.down) }
        #expect(try #require(error).description.contains("it ended in the middle of the run"))
    }
}
