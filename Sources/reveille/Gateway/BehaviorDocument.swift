import Foundation
import GatewaySimulator
import StrictYAML

/// A file of behaviours for the gateway, in YAML, of which JSON is a subset.
enum BehaviorDocument {
    /// Reads the file at `path`.
    ///
    /// - Throws: `CommandFailure` that names the file, the line, the key and the expected value.
    static func load(from path: String) throws(CommandFailure) -> BehaviorFile {
        guard let data = FileManager.default.contents(atPath: path),
            let text = String(validating: data, as: UTF8.self)
        else { throw CommandFailure("\(YAMLError(file: path, .unreadable))") }
        return try parse(text, file: path)
    }

    /// Reads `text`; errors name it `file`.
    static func parse(_ text: String, file: String) throws(CommandFailure) -> BehaviorFile {
        do throws(YAMLError) {
            let documents = try YAMLText.documents(of: text, file: file)
            guard let document = documents.first, documents.count == 1 else {
                throw YAMLError(file: file, .expected("one document of behaviours", found: "\(documents.count)"))
            }
            do throws(YAMLError) {
                return try BehaviorFile(document)
            } catch {
                // Files and requests use the same names for faults.
                var fault = error
                fault.reason = .contradiction(SettingError(error).problem)
                throw fault
            }
        } catch {
            throw CommandFailure("\(error)")
        }
    }
}
