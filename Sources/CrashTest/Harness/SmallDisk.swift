import Foundation
import TestSupport

/// A file system in memory that is small enough to be filled quickly.
struct SmallDisk {
    let folder: URL
    /// Size in KiB.
    let size: Int

    /// Mounts the file system; `user` owns it, or whoever runs this.
    ///
    /// - Returns: the disk, or the reason why it cannot be mounted here.
    static func mount(_ size: Int, at folder: URL, for user: String? = nil) async throws -> Result<SmallDisk, Refusal> {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let mounted = try await Tool.mount.run([
            "-t", "tmpfs", "-o", "size=\(size)k,mode=0700", "reveille-crash", folder.path,
        ])
        guard mounted.status == 0 else {
            let words = mounted.text.trimmingCharacters(in: .whitespacesAndNewlines)
            return .failure(Refusal(description: "a small file system cannot be mounted, which takes root: \(words)"))
        }
        if let user { _ = try await Tool.onPath("chown").run([user, folder.path]) }
        return .success(SmallDisk(folder: folder, size: size))
    }

    /// Why the disk could not be mounted.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    private var filler: URL { folder.appending(path: "filler") }

    /// Fills all free space; returns the number of bytes.
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

    /// Frees the space again.
    func free() throws {
        try FileManager.default.removeItem(at: filler)
    }

    /// Unmounts the file system, which deletes its files.
    func unmount() async throws {
        _ = try await Tool.unmount.run(["-l", folder.path])
    }

    /// List of its files, as `name size` in KiB.
    var listing: String {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
        return names.map { name in
            var status = stat()
            _ = stat(folder.appending(path: name).path, &status)
            return "\(name) \(Int(status.st_blocks) / 2)"
        }.joined(separator: ", ")
    }
}
