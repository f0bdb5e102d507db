import AlarmCore
import Foundation
import Testing

/// What has to agree when a version is released, as `CONTRIBUTING.md` says.
@Suite("The version")
struct ReleaseTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

    @Test("The changelog begins with the section of the version, or with what is not released yet")
    func changelog() throws {
        let text = try String(contentsOf: Self.root.appending(path: "CHANGELOG.md"), encoding: .utf8)
        let first = try #require(text.split(separator: "\n").first { $0.hasPrefix("## ") }).dropFirst(3)
        if SoftwareVersion.text.hasSuffix("-dev") {
            #expect(first == "Unreleased")
        } else {
            #expect(first.hasPrefix("\(SoftwareVersion.text) "), "\(first)")
        }
    }

    @Test("The command tells the version that the relay tells")
    func command() async throws {
        let told = try await Home().done("--version")
        #expect(told == "reveille \(SoftwareVersion.text)\n")
    }
}
