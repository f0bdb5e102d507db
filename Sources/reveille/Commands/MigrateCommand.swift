import AlarmWire
import ArgumentParser
import Foundation
import Storage
import StorageCopying

/// `reveille migrate`: copies the relay's database into another one, from SQLite to PostgreSQL and back.
struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Copy the relay's database into another one, from SQLite to PostgreSQL and back.",
        discussion: """
            Stop the relay first. A database is named as sqlite:PATH, as a path, or as postgres://USER@HOST/DATABASE; the target \
            has to be empty. Every row is copied as it is, sealed, so that no keyring is needed; at the end the rows of both are \
            counted and compared. An interrupted copy goes on with the same command. Until it is complete no relay starts on the \
            target.

            From the first row on no relay starts on the source, which stays as it was otherwise: two relays with the same alarms \
            would both ring. When the copy is complete, start the relay on the target, with the keyring that it had. If you will \
            not, --reopen takes the mark of the source back.

            A password never stands in the URL: it comes from the file that --password-file or REVEILLE_DATABASE_PASSWORD_FILE \
            names, or from ~/.pgpass.

            Exit codes: 0 where all rows are the same on both sides, 1 where they are not or could not be copied, 64 used wrongly.
            """
    )

    @Option(help: ArgumentHelp("The database to copy, on which no relay runs.", valueName: "database"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "The database to copy it into: empty, or with what an interrupted copy has brought.",
            valueName: "database"
        )
    )
    var to: String?

    @Flag(help: "Only count and compare the rows of both; nothing is copied.")
    var check = false

    @Option(
        help: ArgumentHelp(
            "Let a relay start again on this database, which was copied; only where none runs on the copy.",
            valueName: "database"
        )
    )
    var reopen: String?

    @Option(
        help: ArgumentHelp("A file with the password to the PostgreSQL server.", valueName: "file"),
        completion: .file()
    )
    var passwordFile: String?

    @OptionGroup
    var output: OutputOptions

    func validate() throws {
        if reopen != nil {
            guard from == nil, to == nil, !check else {
                throw ValidationError("--reopen stands alone: it names the database whose mark is taken back.")
            }
        } else {
            guard from != nil, to != nil else {
                throw ValidationError("Name the database to copy with --from, and the one to copy it into with --to.")
            }
        }
    }

    func run() async throws {
        if let reopen { return try await takeBack(markOf: DatabaseLocation(reopen)) }
        guard let from, let to else { return }
        let (source, target) = (try DatabaseLocation(from), try DatabaseLocation(to))
        guard source != target else { throw CopyError.sameDatabase(to) }
        let first = try await open(source, for: check ? .comparison : .source, named: "in --from")
        do {
            let second = try await open(target, for: check ? .comparison : .target, named: "in --to")
            do {
                try await work(from: first, to: second)
                await second.store.close()
            } catch {
                await second.store.close()
                throw error
            }
            await first.store.close()
        } catch {
            await first.store.close()
            throw error
        }
    }

    private func work(from source: StoreCopy.End, to target: StoreCopy.End) async throws {
        if check {
            let report = try await CopyReport(of: source.store, and: target.store)
            show(report, from: source, to: target)
            guard report.isEqual else {
                let tables = report.differing.map(\.rawValue).joined(separator: ", ")
                throw CommandFailure("\(source.name) and \(target.name) differ in \(tables)")
            }
            guard !output.json else { return }
            return Terminal.say("Both have the same rows.")
        }
        var random = SystemRandomNumberGenerator()
        let id = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let steps = CopySteps(every: 100_000)
        let report = try await StoreCopy(from: source, to: target, id: id).run { rows in
            if let line = steps.line(for: rows) { Terminal.remark(line) }
        }
        show(report, from: source, to: target)
        guard !output.json else { return }
        Terminal.say("All rows were copied to \(target.name), and are the same on both sides.")
        Terminal.say("Start the relay on that, with the keyring that it had.")
        Terminal.say("No relay starts on \(source.name) any more: two with the same alarms would both ring.")
    }

    private func takeBack(markOf location: DatabaseLocation) async throws {
        let database = try await open(location, for: .source, named: "in --reopen")
        let mark: CopyMark?
        do {
            mark = try await StorageCopying.reopen(database.store)
        } catch {
            await database.store.close()
            throw error
        }
        await database.store.close()
        guard !output.json else {
            return Terminal.say(.object(of: ["database": .string(database.name), "wasMarked": .bool(mark != nil)]))
        }
        guard let mark else { return Terminal.say("\(database.name) was not copied: a relay starts on it as it is.") }
        Terminal.say("A relay starts on \(database.name) again.")
        Terminal.say("Never let one run on \(mark.target) as well: both would ring.")
    }

    private func open(
        _ location: DatabaseLocation,
        for purpose: DatabaseLocation.Purpose,
        named place: String
    ) async throws -> StoreCopy.End {
        let file = passwordFile ?? ProcessInfo.processInfo.environment["REVEILLE_DATABASE_PASSWORD_FILE"]
        return try await location.open(for: purpose, named: place, passwordFile: file) { Terminal.remark($0) }
    }

    private func show(_ report: CopyReport, from source: StoreCopy.End, to target: StoreCopy.End) {
        guard !output.json else { return Terminal.say(report.json(from: source.name, to: target.name)) }
        var table = TextTable(["TABLE", "ROWS", "CHECKSUM", "COPIED", "CHECKSUM", ""])
        for line in report.lines {
            table.add([
                line.table.rawValue, "\(line.source.rows)", line.source.checksumText, "\(line.target.rows)",
                line.target.checksumText, line.isEqual ? "" : "differs",
            ])
        }
        Terminal.say(table)
    }
}

extension TableTally {
    /// The checksum as sixteen hexadecimal digits.
    fileprivate var checksumText: String {
        let digits = String(checksum, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    fileprivate var json: JSONValue {
        .object(of: ["rows": .integer(rows), "checksum": .string(checksumText)])
    }
}

extension CopyReport {
    fileprivate func json(from source: String, to target: String) -> JSONValue {
        .object(of: [
            "from": .string(source),
            "to": .string(target),
            "equal": .bool(isEqual),
            "tables": .array(
                lines.map { line in
                    .object(of: [
                        "table": .string(line.table.rawValue),
                        "from": line.source.json,
                        "to": line.target.json,
                    ])
                }
            ),
        ])
    }
}
