import Foundation
import GatewaySimulator
import StrictYAML

/// A file of behaviours for the gateway, in YAML; JSON is YAML as well.
enum BehaviorDocument {
    /// Reads the file at `path`.
    ///
    /// - Throws: `CommandFailure` that names file, line, key and what was expected.
    static func load(from path: String) throws(CommandFailure) -> BehaviorFile {
        guard let data = FileManager.default.contents(atPath: path),
            let text = String(validating: data, as: UTF8.self)
        else { throw CommandFailure("\(YAMLFault(file: path, .unreadable))") }
        return try parse(text, file: path)
    }

    /// Reads `text`, which errors call `file`.
    static func parse(_ text: String, file: String) throws(CommandFailure) -> BehaviorFile {
        var lines: [String: Int] = [:]
        do throws(YAMLFault) {
            let documents = try YAMLText.documents(of: text, file: file)
            guard let document = documents.first, documents.count == 1 else {
                throw YAMLFault(file: file, .expected("one document of behaviours", found: "\(documents.count)"))
            }
            let setting = try setting(document, depth: 0, lines: &lines)
            do throws(SettingError) {
                return try BehaviorFile(setting)
            } catch {
                throw YAMLFault(
                    file: file,
                    line: line(of: error.path, in: lines),
                    path: error.path,
                    .contradiction(error.problem)
                )
            }
        } catch {
            throw CommandFailure("\(error)")
        }
    }

    /// How deep lists and keys may lie inside one another; behaviours need five.
    private static let deepest = 16

    private static func setting(
        _ value: YAMLValue,
        depth: Int,
        lines: inout [String: Int]
    ) throws(YAMLFault) -> SettingValue {
        guard depth < deepest else { throw value.mismatch("a value that is not nested so deep") }
        lines[value.path] = value.line
        if value.isNothing { return .null }
        if let scalar = value.scalar { return .word(scalar) }
        if value.isObject {
            var object = try value.object("keys and values")
            var members: [SettingValue.Member] = []
            for (name, value) in object.everything() {
                members.append(.init(name: name, value: try setting(value, depth: depth + 1, lines: &lines)))
            }
            return .object(members)
        }
        var list: [SettingValue] = []
        for value in try value.list("a text, a list, or keys and values") {
            list.append(try setting(value, depth: depth + 1, lines: &lines))
        }
        return .list(list)
    }

    /// The line of the value at `path`; of what holds it, where the value is what is missing.
    private static func line(of path: String, in lines: [String: Int]) -> Int? {
        if let line = lines[path] { return line }
        return path.lastIndex { $0 == "." || $0 == "[" }.flatMap { lines[String(path[..<$0])] } ?? lines[""]
    }
}
