import Configuration
import Foundation
import Yams

/// The keys of a YAML file, checked for unknown names.
struct ConfigurationFile {
    /// The values; nil for a file without any.
    let snapshot: YAMLSnapshot?

    /// Reads the file at `path`.
    ///
    /// - Throws: the first fault that makes the file unreadable, or every unknown name in it.
    init(path: String) throws(ConfigurationError) {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw .init(faults: [.badFile(path, reason: "cannot be read; check that it exists and its permissions")])
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw .init(faults: [.badFile(path, reason: "is not UTF-8 text")])
        }
        let root: Node?
        do {
            root = try Yams.compose(yaml: text)
        } catch {
            throw .init(faults: [.badFile(path, reason: "is not YAML: \(error)")])
        }
        guard let root, root.null == nil else {
            snapshot = nil
            return
        }
        guard case .mapping(let mapping) = root else {
            throw .init(faults: [
                .badFile(path, reason: "has to hold keys and values, as in \"listen: 127.0.0.1:8080\"")
            ])
        }
        let faults = Self.faults(of: mapping, in: path)
        guard faults.isEmpty else { throw .init(faults: faults) }
        do {
            snapshot = try YAMLSnapshot(data: data.bytes, providerName: path, parsingOptions: .default)
        } catch {
            throw .init(faults: [.badFile(path, reason: "\(error)")])
        }
    }

    private static func faults(of mapping: Node.Mapping, in path: String) -> [ConfigurationError.Fault] {
        let known = Set(ConfigurationKey.all.map(\.name)).subtracting([ConfigurationKey.config.name])
        return mapping.compactMap { name, value -> ConfigurationError.Fault? in
            let line = name.mark?.line ?? 0
            guard case .scalar(let scalar) = name, known.contains(scalar.string) else {
                return .unknownName(name.string ?? "(not a name)", file: path, line: line)
            }
            if case .mapping = value {
                return .badFile(path, reason: "line \(line): \(scalar.string) takes a value, not keys of its own")
            }
            return nil
        }
    }
}
