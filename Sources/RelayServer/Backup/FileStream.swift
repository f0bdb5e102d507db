import Foundation

/// A file that is read or written from its beginning on, with errors for an operator.
struct FileStream {
    private let path: String
    private let handle: FileHandle

    /// Opens a file to be read.
    ///
    /// - Throws: `BackupError.inputOutput`.
    init(reading path: String) throws(BackupError) {
        self.path = path
        handle = try Self.attempt(path) { try FileHandle(forReadingFrom: URL(fileURLWithPath: path)) }
    }

    /// Opens an existing file to be written over.
    ///
    /// - Throws: `BackupError.inputOutput`.
    init(writing path: String) throws(BackupError) {
        self.path = path
        handle = try Self.attempt(path) { try FileHandle(forWritingTo: URL(fileURLWithPath: path)) }
    }

    /// Makes a file that only its owner can read, and opens it to be written.
    ///
    /// - Throws: `BackupError.inputOutput`.
    init(creating path: String) throws(BackupError) {
        guard
            FileManager.default.createFile(
                atPath: path,
                contents: nil,
                attributes: [.posixPermissions: 0o600]
            )
        else { throw .inputOutput(path: path, reason: "the file cannot be made") }
        try self.init(writing: path)
    }

    /// Reads so many bytes.
    ///
    /// - Throws: `error` where the file ends before; `BackupError.inputOutput`.
    func read(exactly count: Int, orThrow error: BackupError) throws(BackupError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            let data = try Self.attempt(path) { try handle.read(upToCount: count - bytes.count) }
            guard let data, !data.isEmpty else { throw error }
            bytes += data
        }
        return bytes
    }

    /// Whether nothing is left to read.
    func isAtEnd() throws(BackupError) -> Bool {
        try Self.attempt(path) { try handle.read(upToCount: 1) }?.isEmpty ?? true
    }

    /// Writes bytes.
    func write(_ bytes: [UInt8]) throws(BackupError) {
        try Self.attempt(path) { try handle.write(contentsOf: Data(bytes)) }
    }

    /// Closes the file, and waits until the disk has it where `syncing`.
    func close(syncing: Bool = false) throws(BackupError) {
        try Self.attempt(path) {
            if syncing { try handle.synchronize() }
            try handle.close()
        }
    }

    private static func attempt<Result>(_ path: String, _ body: () throws -> Result) throws(BackupError) -> Result {
        do {
            return try body()
        } catch {
            let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
            throw .inputOutput(path: path, reason: cause.localizedDescription)
        }
    }
}
