import Foundation

/// A secret on the first line of a file.
enum SecretLine {
    /// Returns the fault of such a file, or nil.
    static func fault(of path: String) -> String? {
        let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: resolved) else {
            return "does not exist, or lies where the relay's user may not look"
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular else { return "is not a file" }
        guard FileManager.default.isReadableFile(atPath: resolved) else {
            return "cannot be read by the relay's user; change its owner"
        }
        let mode = (attributes[.posixPermissions] as? NSNumber)?.uint32Value ?? 0
        guard mode & 0o007 == 0 else { return "can be read by everybody; run: chmod 600 \(path)" }
        guard let text = read(path), !text.isEmpty else { return "holds no secret on its first line" }
        return nil
    }

    /// Returns the first line without its end; nil where it cannot be read.
    static func read(_ path: String) -> String? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        return String(text.prefix { !$0.isNewline })
    }
}
