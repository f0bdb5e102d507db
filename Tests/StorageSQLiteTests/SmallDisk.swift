import Foundation

/// A small file system in memory that is soon full; only root can mount it.
struct SmallDisk {
    /// Whether such a file system can be mounted here.
    static let isAvailable: Bool = {
        guard let disk = try? SmallDisk(kilobytes: 64) else { return false }
        disk.remove()
        return true
    }()

    private struct NotMounted: Error {}

    private let folder: URL

    init(kilobytes: Int) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "small-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        guard mount("tmpfs", folder.path, "tmpfs", 0, "size=\(kilobytes)k,mode=0700") == 0 else {
            try? FileManager.default.removeItem(at: folder)
            throw NotMounted()
        }
    }

    func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

    /// Fills the remaining space.
    func fill() throws {
        let file = open(path("filler"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw NotMounted() }
        defer { close(file) }
        let page = [UInt8](repeating: 0xA5, count: 4096)
        while write(file, page, page.count) > 0 {}
    }

    /// Frees the space again.
    func free() throws { try FileManager.default.removeItem(atPath: path("filler")) }

    /// Unmounts the file system.
    func remove() {
        _ = umount2(folder.path, Int32(MNT_DETACH))
        try? FileManager.default.removeItem(at: folder)
    }
}
