internal import AlarmCore
internal import GRDB
internal import Storage

extension Identifier: Column {
    var column: DatabaseValue { bytes.column }

    init?(column: DatabaseValue) {
        guard case .blob(let data) = column.storage else { return nil }
        self.init(bytes: data)
    }
}

extension Instant: Column {
    var column: DatabaseValue { milliseconds.databaseValue }

    init?(column: DatabaseValue) {
        guard let milliseconds = Int64(column: column) else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

extension Span: Column {
    var column: DatabaseValue { milliseconds.databaseValue }

    init?(column: DatabaseValue) {
        guard let milliseconds = Int64(column: column) else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

extension AlarmKey: Column {
    var column: DatabaseValue { number.databaseValue }

    init?(column: DatabaseValue) {
        guard let number = Int64(column: column) else { return nil }
        self.init(number)
    }
}

extension Column where Self: RawRepresentable, RawValue == String {
    var column: DatabaseValue { rawValue.databaseValue }

    init?(column: DatabaseValue) {
        guard let text = String(column: column) else { return nil }
        self.init(rawValue: text)
    }
}

extension AlarmState: Column {}
extension AlarmEvent.Kind: Column {}
extension DeliveryRow.State: Column {}
extension Device.Platform: Column {}
extension Device.PushEnvironment: Column {}
extension Invite.Purpose: Column {}
extension Invite.State: Column {}
extension Stage: Column {}
extension Urgency: Column {}

extension RecurrenceRule: Column {
    var column: DatabaseValue { description.databaseValue }

    init?(column: DatabaseValue) {
        guard let text = String(column: column), let rule = try? RecurrenceRule(text) else { return nil }
        self = rule
    }
}

extension LocalDateTime: Column {
    var column: DatabaseValue { iso8601.databaseValue }

    init?(column: DatabaseValue) {
        guard let text = String(column: column), let local = try? LocalDateTime(iso8601: text) else { return nil }
        self = local
    }
}
