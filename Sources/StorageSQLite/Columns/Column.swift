internal import AlarmCore
internal import Foundation
internal import GRDB

/// A value that one column holds.
protocol Column {
    /// The value as the database keeps it.
    var column: DatabaseValue { get }
    /// Reads it back, or gives nil for what it never wrote.
    init?(column: DatabaseValue)
}

extension Int64: Column {
    var column: DatabaseValue { databaseValue }

    init?(column: DatabaseValue) {
        guard case .int64(let number) = column.storage else { return nil }
        self = number
    }
}

extension Int: Column {
    var column: DatabaseValue { databaseValue }

    init?(column: DatabaseValue) {
        guard case .int64(let number) = column.storage else { return nil }
        self.init(exactly: number)
    }
}

extension Bool: Column {
    var column: DatabaseValue { databaseValue }

    init?(column: DatabaseValue) {
        guard case .int64(let number) = column.storage, (0...1).contains(number) else { return nil }
        self = number == 1
    }
}

extension String: Column {
    var column: DatabaseValue { databaseValue }

    init?(column: DatabaseValue) {
        guard case .string(let text) = column.storage else { return nil }
        self = text
    }
}

extension [UInt8]: Column {
    var column: DatabaseValue { Data(self).databaseValue }

    init?(column: DatabaseValue) {
        // SQLite gives an empty blob for an empty one; GRDB, too.
        guard case .blob(let data) = column.storage else { return nil }
        self.init(data)
    }
}

extension Optional: Column where Wrapped: Column {
    var column: DatabaseValue { self?.column ?? .null }

    init?(column: DatabaseValue) {
        if case .null = column.storage {
            self = .none
        } else {
            guard let value = Wrapped(column: column) else { return nil }
            self = value
        }
    }
}
