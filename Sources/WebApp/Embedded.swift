internal import CWebSite

/// Reads the tables of embedded files.
enum Embedded {
    /// Copies the files of a table, by path.
    static func files(_ start: UnsafePointer<reveille_web_file>?, _ count: Int) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        let table = unsafe UnsafeBufferPointer(start: start, count: count)
        for index in 0..<table.count {
            let entry = unsafe table[index]
            let bytes = unsafe UnsafeBufferPointer(start: entry.bytes, count: entry.count)
            files[unsafe String(cString: entry.path)] = unsafe Array(bytes)
        }
        return files
    }
}
