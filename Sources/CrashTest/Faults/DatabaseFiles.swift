import Foundation

/// A database as a killed relay leaves it: the file, its log, and the log's index.
struct DatabaseFiles: Sendable {
    private static let suffixes = ["", "-wal", "-shm"]

    private let folder: URL
    private let copy: URL

    /// Copies the files of the relay in `folder`, which must not run.
    static func keep(in folder: URL) throws -> DatabaseFiles {
        let files = DatabaseFiles(folder: folder, copy: folder.appending(path: "sound"))
        try FileManager.default.createDirectory(at: files.copy, withIntermediateDirectories: true)
        for suffix in suffixes where FileManager.default.fileExists(atPath: files.url(suffix).path) {
            try FileManager.default.copyItem(at: files.url(suffix), to: files.kept(suffix))
        }
        return files
    }

    /// Returns the location of one of the files.
    func url(_ suffix: String) -> URL { folder.appending(path: "reveille.db" + suffix) }

    private func kept(_ suffix: String) -> URL { copy.appending(path: "reveille.db" + suffix) }

    /// Restores all files.
    func restore() throws {
        for suffix in Self.suffixes {
            try? FileManager.default.removeItem(at: url(suffix))
            guard FileManager.default.fileExists(atPath: kept(suffix).path) else { continue }
            try FileManager.default.copyItem(at: kept(suffix), to: url(suffix))
        }
    }

    /// Returns the size of one of the files in bytes.
    func size(_ suffix: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: url(suffix).path)
        return (attributes[.size] as? NSNumber)?.intValue ?? 0
    }

    /// Overwrites `count` bytes with `byte`; nil inverts their bits.
    func overwrite(_ suffix: String, at offset: Int, count: Int, with byte: UInt8?) throws {
        let file = try FileHandle(forUpdating: url(suffix))
        defer { try? file.close() }
        try file.seek(toOffset: UInt64(offset))
        let present = try file.read(upToCount: count) ?? Data()
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: byte.map { Data(repeating: $0, count: count) } ?? Data(present.map { ~$0 }))
    }

    /// Truncates one of the files.
    func cut(_ suffix: String, to size: Int) throws {
        let file = try FileHandle(forUpdating: url(suffix))
        defer { try? file.close() }
        try file.truncate(atOffset: UInt64(size))
    }

    /// Moves the log into the database, as a clean shutdown would, so that it does not hide a damaged page.
    ///
    /// Follows the log's own format (SQLite, "The WAL File Format"): every frame up to the last commit replaces its
    /// page.
    func mergeLog() throws {
        let log = [UInt8](try Data(contentsOf: url("-wal")))
        let file = try FileHandle(forUpdating: url(""))
        defer { try? file.close() }
        func word(_ offset: Int) -> UInt32 { log[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        let page = log.count >= 32 ? Int(word(8)) : 0
        guard page > 0 else { return }
        let frames = stride(from: 32, through: log.count - page - 24, by: page + 24).prefix {
            log[$0 + 8..<$0 + 16] == log[16..<24]
        }
        guard let last = frames.last(where: { word($0 + 4) > 0 }) else { return }
        for frame in frames where frame <= last {
            try file.seek(toOffset: UInt64(word(frame) - 1) * UInt64(page))
            try file.write(contentsOf: log[frame + 24..<frame + 24 + page])
        }
        try file.truncate(atOffset: UInt64(word(last + 4)) * UInt64(page))
        try FileManager.default.removeItem(at: url("-wal"))
        try? FileManager.default.removeItem(at: url("-shm"))
    }
}
