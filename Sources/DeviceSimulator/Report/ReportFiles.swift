package import Foundation

/// The reports of a session as files.
package enum ReportFiles {
    /// Why a report could not be written.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Writes the reports that have a path; each file appears whole or not at all.
    ///
    /// - Throws: ``Failure``, with the file's path and the reason. The reports before it are written.
    package static func write(_ records: [RunRecord], junit: URL?, json: URL?, html: URL?) throws {
        if let junit { try write(Data(JUnitReport(records).text.utf8), of: "JUnit XML", to: junit) }
        if let json { try write(Data(JSONReport(records).bytes), of: "JSON", to: json) }
        if let html { try write(Data(HTMLReport(records).text.utf8), of: "HTML", to: html) }
    }

    private static func write(_ data: Data, of kind: String, to file: URL) throws {
        let folder = file.deletingLastPathComponent()
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
            throw Failure(
                description: "the \(kind) report cannot be written to \(file.path): there is no folder \(folder.path);"
                    + " make it first"
            )
        }
        do {
            try data.write(to: file, options: .atomic)
        } catch {
            throw Failure(
                description: "the \(kind) report cannot be written to \(file.path): \(error.localizedDescription)"
            )
        }
    }
}
