import AlarmCore
import Foundation
import GatewaySimulator
import Testing

@testable import reveille

@Suite("Files of gateway behaviours")
struct BehaviorDocumentTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "examples/gateway")

    @Test("Every example loads, and its table names it")
    func examples() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        let catalogue = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
        let examples = files.filter { $0.hasSuffix(".yaml") }
        #expect(examples.count >= 7)
        for example in examples {
            let file = try BehaviorDocument.load(from: Self.folder.appending(path: example).path)
            #expect(file.general != nil || file.connections != nil || !file.tokens.isEmpty)
            #expect(catalogue.contains("[`\(example)`](\(example))"))
        }
    }

    @Test("YAML and JSON give the same behaviours")
    func languages() throws {
        let yaml = """
            general:
              latency: 20ms
              faults:
                - {answer: {reset: 7}, chance: 0.5}
            tokens:
              "00": {rate: {requests: 5}}
            connections: {holdStreamLimit: true}
            """
        let json = #"""
            {"general": {"latency": "20ms", "faults": [{"answer": {"reset": 7}, "chance": 0.5}]},
             "tokens": {"00": {"rate": {"requests": 5}}}, "connections": {"holdStreamLimit": true}}
            """#
        let file = try BehaviorDocument.parse(yaml, file: "a.yaml")
        #expect(try BehaviorDocument.parse(json, file: "a.json") == file)
        #expect(try BehaviorFile(json: json.utf8) == file)
    }

    @Test(
        "An error in a file names its line",
        arguments: [
            ("general:\n  latency: soon\n", "a.yaml:2: general.latency: expected a span"),
            ("general:\n  fault: []\n", "a.yaml:2: general.fault: unknown key; expected one of faults"),
            ("general:\n  latency: 1s\n  latency: 2s\n", "a.yaml:"),
            ("general: [1]\n", "a.yaml:1: general: expected a behaviour"),
            ("", "a.yaml: expected one document of behaviours, found 0"),
            ("[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]", "a.yaml:1: "),
        ]
    )
    func faults(text: String, says: String) {
        let failure = #expect(throws: CommandFailure.self) { try BehaviorDocument.parse(text, file: "a.yaml") }
        #expect(failure?.message.hasPrefix(says) == true, "\(failure?.message ?? "")")
    }
}
