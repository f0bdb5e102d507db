import Foundation
import Testing

@testable import QRCode

@Suite("QR codes")
struct QRCodeTests {
    private static let link = "HTTPS://RELAY.EXAMPLE.ORG/P#7K3QD-45M15-Y0DRY-D34KM"

    @Test("An independent reader reads the link back", .enabled(if: hasReader))
    func readBack() throws {
        #expect(try read(Data(QRCode(Self.link).portableBitmap(scale: 6).utf8), as: "pbm") == Self.link)
    }

    @Test("An independent reader reads the link back from a PNG image", .enabled(if: hasReader), arguments: [2, 8])
    func readBackPNG(scale: Int) throws {
        #expect(try read(Data(QRCode(Self.link).png(scale: scale)), as: "png") == Self.link)
    }

    @Test("A PNG image is as wide as the symbol, its quiet zone and the scale make it")
    func pngSize() throws {
        let code = try QRCode(Self.link)
        let png = code.png(scale: 5)
        let width = UInt32((code.modules.count + 8) * 5)
        #expect(png.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        for start in [16, 20] {
            #expect(png[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) } == width)
        }
    }

    @Test("An SVG document draws exactly the dark modules, four modules from every edge")
    func svg() throws {
        let code = try QRCode(Self.link)
        let side = code.modules.count + 8
        #expect(code.svg.contains(#"viewBox="0 0 \#(side) \#(side)""#))
        var dark: Set<[Int]> = []
        for run in code.svg.matches(of: #/M(\d+) (\d+)h(\d+)v1H(\d+)z/#) {
            let (column, row, length) = (Int(run.1) ?? 0, Int(run.2) ?? 0, Int(run.3) ?? 0)
            #expect(run.1 == run.4)
            for place in column..<column + length { dark.insert([row - 4, place - 4]) }
        }
        for row in -4..<side - 4 {
            for column in -4..<side - 4 {
                #expect(dark.contains([row, column]) == code.module(row, column))
            }
        }
    }

    /// The text that an independent reader finds in an image.
    private func read(_ image: Data, as suffix: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(suffix)")
        defer { try? FileManager.default.removeItem(at: file) }
        try image.write(to: file)
        let reader = Process()
        reader.executableURL = URL(fileURLWithPath: "/usr/bin/zbarimg")
        reader.arguments = ["--quiet", "--raw", file.path]
        let output = Pipe()
        reader.standardOutput = output
        reader.standardError = FileHandle.nullDevice
        try reader.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        reader.waitUntilExit()
        return text.trimmingCharacters(in: .newlines)
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
