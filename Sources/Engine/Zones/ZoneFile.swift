internal import Foundation

/// A file of the time zone data, and the stamp by which a change of it is noticed.
struct ZoneFile {
    /// The properties that distinguish one version of a file from the next without reading it.
    ///
    /// A package manager puts a new file in the old one's place, which changes the inode even if the times agree.
    struct Stamp: Hashable, Sendable {
        var inode: UInt64
        var size: UInt64
        var modified: Date
    }

    /// The largest size of a zone's file; zones have a few kilobytes.
    private static let largestSize: UInt64 = 1 << 20

    let path: String

    /// The path with all symbolic links followed; aliases of zones are often links.
    init(path: String) {
        self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }

    /// The stamp of the file, or nil if there is no regular file at the path.
    func stamp() -> Stamp? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType == .typeRegular,
            let modified = attributes[.modificationDate] as? Date
        else { return nil }
        return Stamp(
            inode: (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0,
            size: (attributes[.size] as? NSNumber)?.uint64Value ?? 0,
            modified: modified
        )
    }

    /// The bytes of the file that `stamp` describes, or nil if they cannot be read.
    func contents(of stamp: Stamp) -> Data? {
        guard stamp.size <= ZoneFile.largestSize else { return nil }
        return FileManager.default.contents(atPath: path)
    }
}
