import AlarmWire
import Foundation
import Testing

@testable import DeviceSimulator

@Suite("The matrix of phones and conditions", .timeLimit(.minutes(10)))
struct MatrixTests {
    @Test("The table in the README is what a run against a real relay gives")
    func readme() async throws {
        let matrix = try await Matrix.play(executable: PhoneJourney.executable)
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let isQuoted = readme.contains(matrix.markdown)
        #expect(isQuoted, "put this into README.md:\n\(matrix.markdown)")
    }

    @Test("As text and as JSON it says of every cell the same as the table")
    func forms() async throws {
        let matrix = try await Matrix.play(
            executable: PhoneJourney.executable,
            conditions: MatrixCondition.all.filter { ["locked", "silent", "removed"].contains($0.name) },
            phones: MatrixPhone.all.filter { ["kit", "ios15", "critical18"].contains($0.name) }
        )
        let texts = matrix.cells.flatMap { $0 }.map(\.text)
        #expect(texts.count == 9)
        for text in texts {
            #expect(matrix.markdown.contains("| \(text) |"))
            #expect(matrix.text.contains("  \(text)\n"))
        }
        let json = try JSONSerialization.jsonObject(with: Data(matrix.json.text)) as? [[String: Any]]
        let rings = json?.map { $0["rings"] as? String }
        // AlarmKit, critical alerts and iOS 15, in this order: locked, locked and silent, without the app.
        #expect(rings == ["heard", "heard", "heard", "heard", "heard", "unheard", "none", "none", "none"])
        #expect(json?.first?["way"] as? String == "alarmkit")
        #expect(json?.first?["lateMs"] as? Int == 0)
    }

    @Test("Every phone of the matrix could exist, in every condition")
    func possible() {
        for condition in MatrixCondition.all {
            for phone in MatrixPhone.all {
                let settings = phone.settings.merged(with: condition.start)
                let state = ScenarioPhone(name: "phone", person: "person", settings: settings).state
                #expect(state.contradiction == nil, "\(phone.title), \(condition.title)")
            }
        }
    }

    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
