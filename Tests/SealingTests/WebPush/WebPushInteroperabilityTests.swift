import AlarmCore
import Foundation
import Sealing
import TestSupport
import Testing

@Suite("Messages for browsers, with http_ece on the other side", .enabled(if: EncryptedContentLibrary.isWanted))
struct WebPushInteroperabilityTests {
    @Test("http_ece opens what is sealed here, of every length class")
    func sealedHere() throws {
        let keys = try WebPushReceiverKeys()
        let receiver = try WebPushReceiver(publicKey: keys.privateKey.publicKey.x963, secret: keys.secret)
        let messages = [0, 1, 100, 1024, 1025, 2048, 3993].map { [UInt8](repeating: 0x41, count: $0) }
        let reply = try EncryptedContentLibrary.run(
            EncryptedContentLibrary.Request(
                privateKey: Base64URL.encode(keys.privateKey.scalar().revealed()),
                auth: Base64URL.encode(keys.secret),
                open: messages.map { Base64URL.encode(try receiver.seal($0)) },
                seal: []
            )
        )
        #expect(reply.opened.map { Base64URL.decode($0) } == messages)
    }

    @Test("What http_ece seals is opened here")
    func sealedThere() throws {
        let keys = try WebPushReceiverKeys()
        let messages = ["x", #"{"web_push":8030}"#, String(repeating: "ü", count: 1900)]
        let reply = try EncryptedContentLibrary.run(
            EncryptedContentLibrary.Request(
                privateKey: Base64URL.encode(keys.privateKey.scalar().revealed()),
                auth: Base64URL.encode(keys.secret),
                open: [],
                seal: messages.map { Base64URL.encode($0.utf8) }
            )
        )
        let opened = try reply.sealed.map { text in try keys.open(try #require(Base64URL.decode(text))) }
        #expect(opened == messages.map { Array($0.utf8) })
    }
}

/// Runs Interop/webpush.py under python3.
enum EncryptedContentLibrary {
    static let hint: Comment = "install the library: python3 -m pip install http_ece"

    /// Whether the tests have to run: where http_ece is installed, and always in continuous integration.
    static var isWanted: Bool { ProcessInfo.processInfo.environment["CI"] != nil || isInstalled }

    private static let isInstalled = (try? Tool.python.runBlocking(["-c", "import http_ece"]).status) == 0

    struct Request: Encodable {
        let privateKey: String
        let auth: String
        let open: [String]
        let seal: [String]
    }

    struct Reply: Decodable {
        let opened: [String]
        let sealed: [String]
    }

    static func run(_ request: Request) throws -> Reply {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Interop/webpush.py").path
        let input = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
        let result = try Tool.python.runBlocking([script], input: input)
        try #require(result.status == 0, "\(hint)\n\(result.errors)")
        return try JSONDecoder().decode(Reply.self, from: Data(result.output.utf8))
    }
}
