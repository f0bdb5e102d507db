import Foundation
import Testing

@testable import WebApp

@Suite("The description of the interface")
struct InterfaceDescriptionTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test("The file and the page are embedded as they are on disk")
    func embedded() throws {
        let description = try InterfaceDescription.embedded()
        let file = try Data(contentsOf: Self.root.appending(path: "docs/openapi.yaml"))
        let page = try Data(contentsOf: Self.root.appending(path: "Sources/WebApp/api/index.html"))
        #expect(description.file.bytes == Array(file))
        #expect(description.page.bytes == Array(page))
        #expect(description.styleSheet.contains("color-scheme: light dark"))
    }

    @Test("A page without its style, or a missing file, is named")
    func missing() {
        let page = Array("<style></style>".utf8)
        #expect(throws: WebSiteError.missing("api")) { try InterfaceDescription(["openapi.yaml": []]) }
        #expect(throws: WebSiteError.missing("api")) { try InterfaceDescription(["api": [], "openapi.yaml": []]) }
        #expect(throws: WebSiteError.missing("openapi.yaml")) { try InterfaceDescription(["api": page]) }
    }
}
