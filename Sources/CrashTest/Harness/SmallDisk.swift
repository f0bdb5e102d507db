import Foundation

/// A file system in memory, of a size at which it is soon full.
struct SmallDisk {
    let folder: URL
    /// Its size in KiB.
    let size: Int

    /// Mounts it.
    ///
    /// - Returns: the disk, or why it cannot be mounted here.
    static func mount(_ size: Int, at folder: URL) async throws -> Result<SmallDisk, Refusal> {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (status, output) = try await Tool.mount.run([
            "-t", "tmpfs", "-o", "size=\(size)k,mode=0700", "reveille-crashtest", folder.path,
        ])
        guard status == 0 else {
            let words = output.trimmingCharacters(in: .whitespacesAndNewlines)
            return .failure(Refusal(description: "a small file system cannot be mounted, which takes root: \(words)"))
        }
        return .success(SmallDisk(folder: folder, size: size))
    }

    /// Why there is none.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    private var filler: URL { folder.appending(path: "filler") }

    /// Takes all the room that is left; tells how many bytes that was.
    func fill() throws -> Int {
        _ = FileManager.default.createFile(atPath: filler.path, contents: nil)
        let file = open(filler.path, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard file >= 0 else { throw Refusal(description: "\(filler.path): \(String(cString: strerror(errno)))") }
        defer { close(file) }
        let page = [UInt8](repeating: 0xA5, count: 4096)
        var bytes = 0
        while case let count = write(file, page, page.count), count > 0 { bytes += count }
        return bytes
    }

    /// Gives the room back.
    func free() throws {
        try FileManager.default.removeItem(at: filler)
    }

    /// Takes the file system away, with all that is on it.
    func unmount() async throws {
        _ = try await Tool.unmount.run(["-l", folder.path])
    }

    /// What lies on it, as `name size` in KiB.
    var listing: String {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
        return names.map { name in
            var status = stat()
            _ = stat(folder.appending(path: name).path, &status)
            return "\(name) \(Int(status.st_blocks) / 2)"
        }.joined(separator: ", ")
    }
}
