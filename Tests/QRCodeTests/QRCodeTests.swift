import Foundation
import Testing

@testable import QRCode

@Suite("QR codes")
struct QRCodeTests {
    private static let link = "HTTPS://RELAY.EXAMPLE.ORG/P#7K3QD-45M15-Y0DRY-D34KM"

    @Test("An independent reader reads the link back", .enabled(if: hasReader))
    func readBack() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pbm")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(QRCode(Self.link).portableBitmap(scale: 6).utf8).write(to: file)
        let reader = Process()
        reader.executableURL = URL(fileURLWithPath: "/usr/bin/zbarimg")
        reader.arguments = ["--quiet", "--raw", file.path]
        let output = Pipe()
        reader.standardOutput = output
        reader.standardError = FileHandle.nullDevice
        try reader.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        reader.waitUntilExit()
        #expect(text.trimmingCharacters(in: .newlines) == Self.link)
    }

    @Test("The terminal shows the same modules as the bitmap, black on white, inside a light margin")
    func terminal() throws {
        let code = try QRCode(Self.link)
        let lines = code.terminalLines
        let side = code.modules.count + 8
        #expect(lines.count == (side + 1) / 2)
        for (index, line) in lines.enumerated() {
            let cells = Array(line.replacing("\u{1B}[30;107m", with: "").replacing("\u{1B}[0m", with: ""))
            #expect(cells.count == side)
            for (column, cell) in cells.enumerated() {
                let upper = code.module(2 * index - 4, column - 4)
                let lower = code.module(2 * index - 3, column - 4)
                #expect((cell == "█" || cell == "▀") == upper)
                #expect((cell == "█" || cell == "▄") == lower)
            }
        }
    }

    @Test("A text that no symbol can hold is refused", arguments: ["", String(repeating: "x", count: 5000)])
    func refused(text: String) {
        #expect(throws: QRCode.EncodingError.unencodable) { try QRCode(text) }
    }

    private static var hasReader: Bool {
        let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/zbarimg")
        // In continuous integration a missing reader is a failure, not a reason to skip.
        return isThere || ProcessInfo.processInfo.environment["CI"] != nil
    }
}

extension QRCode {
    /// A portable bitmap (PBM, `P1`) with a margin of 4 modules, each module `scale` pixels wide.
    fileprivate func portableBitmap(scale: Int) -> String {
        let side = modules.count + 8
        var text = "P1\n\(side * scale) \(side * scale)\n"
        for row in 0..<side {
            let line = (0..<side).map { String(repeating: module(row - 4, $0 - 4) ? "1 " : "0 ", count: scale) }
                .joined()
            text += String(repeating: line + "\n", count: scale)
        }
        return text
    }

    fileprivate func module(_ row: Int, _ column: Int) -> Bool {
        modules.indices.contains(row) && modules.indices.contains(column) && modules[row][column]
    }
}
