import AlarmCore
import DeviceSimulator
import Foundation
import TestSupport
import Testing

@Suite("Reports as files")
struct ReportFilesTests {
    @Test("Each file that is asked for is written, and the next run takes its place")
    func writes() throws {
        let folder = try TemporaryFolder()
        let (junit, html) = (folder.url.appending(path: "junit.xml"), folder.url.appending(path: "report.html"))
        try ReportFiles.write([.snoozed], junit: junit, json: nil, html: html)
        try ReportFiles.write([.cutShort], junit: nil, json: nil, html: html)
        #expect(try String(contentsOf: junit, encoding: .utf8) == JUnitReport([.snoozed]).text)
        #expect(try String(contentsOf: html, encoding: .utf8) == HTMLReport([.cutShort]).text)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    }

    @Test("A folder that is not there is named, with what to do")
    func noFolder() {
        let file = URL(fileURLWithPath: "/nowhere/at/all/report.json")
        let error = #expect(throws: ReportFiles.Failure.self) {
            try ReportFiles.write([.snoozed], junit: nil, json: file, html: nil)
        }
        #expect(
            error?.description
                == "the JSON report cannot be written to /nowhere/at/all/report.json: there is no folder /nowhere/at/all; make it first"
        )
    }

    @Test("A place that cannot be written is named")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "report.html")
        try FileManager.default.createDirectory(
            at: file.appending(path: "in-the-way"),
            withIntermediateDirectories: true
        )
        let error = #expect(throws: ReportFiles.Failure.self) {
            try ReportFiles.write([.snoozed], junit: nil, json: nil, html: file)
        }
        #expect(error?.description.hasPrefix("the HTML report cannot be written to \(file.path): ") == true)
    }
}
