import Foundation

/// One way to damage a database's files.
struct Damage: Sendable {
    /// Name in the report.
    let name: String
    /// Damages the files.
    let inflict: @Sendable (DatabaseFiles) throws -> Void

    /// Every damage that can be distinguished from a crash.
    static let all: [Damage] = [
        Damage(name: "header overwritten") { files in
            try files.mergeLog()
            try files.overwrite("", at: 0, count: 100, with: 0)
        },
        Damage(name: "file of another kind") { files in
            try files.mergeLog()
            try Data("This is not a database.\n".utf8).write(to: files.url(""))
        },
        Damage(name: "page in the middle zeroed") { files in
            try files.mergeLog()
            let pages = try files.size("") / 4096
            try files.overwrite("", at: pages / 2 * 4096, count: 4096, with: 0)
        },
        Damage(name: "page in the middle filled with ones") { files in
            try files.mergeLog()
            let pages = try files.size("") / 4096
            try files.overwrite("", at: (pages / 2 + 1) * 4096, count: 4096, with: 0xFF)
        },
        Damage(name: "file cut in half") { files in
            try files.mergeLog()
            try files.cut("", to: files.size("") / 8192 * 4096)
        },
        Damage(name: "file cut within a page") { files in
            try files.mergeLog()
            try files.cut("", to: files.size("") - 100)
        },
        Damage(name: "log cut in half") { files in try files.cut("-wal", to: files.size("-wal") / 2) },
        Damage(name: "byte in the log's middle changed") { files in
            try files.overwrite("-wal", at: files.size("-wal") / 2, count: 1, with: nil)
        },
    ]
}
