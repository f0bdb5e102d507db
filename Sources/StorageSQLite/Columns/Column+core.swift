internal import AlarmCore
internal import Storage

extension Identifier: Column {
    func bind(to parameter: Parameter) {
        unsafe withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { unsafe parameter.set($0) }
    }

    init?(_ field: Field) {
        guard let read = unsafe field.withBytes({ unsafe Identifier(bytes: $0) }), let identifier = read else {
            return nil
        }
        self = identifier
    }
}

extension Instant: Column {
    func bind(to parameter: Parameter) { parameter.set(milliseconds) }

    init?(_ field: Field) {
        guard let milliseconds = field.integer else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

extension Span: Column {
    func bind(to parameter: Parameter) { parameter.set(milliseconds) }

    init?(_ field: Field) {
        guard let milliseconds = field.integer else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

extension AlarmKey: Column {
    func bind(to parameter: Parameter) { parameter.set(number) }

    init?(_ field: Field) {
        guard let number = field.integer else { return nil }
        self.init(number)
    }
}

extension SealedText: Column {
    func bind(to parameter: Parameter) { parameter.set(text) }

    init?(_ field: Field) {
        guard let text = field.text else { return nil }
        self.init(stored: text)
    }
}

extension Column where Self: RawRepresentable, RawValue == String {
    func bind(to parameter: Parameter) { parameter.set(rawValue) }

    init?(_ field: Field) {
        guard let text = field.text else { return nil }
        self.init(rawValue: text)
    }
}

extension AlarmState: Column {}
extension AlarmEvent.Kind: Column {}
extension DeliveryRow.State: Column {}
extension Device.Platform: Column {}
extension Invite.Purpose: Column {}
extension Invite.State: Column {}
extension Role: Column {}
extension Destination.Medium: Column {}
extension Stage: Column {}
extension Urgency: Column {}

extension RecurrenceRule: Column {
    func bind(to parameter: Parameter) { parameter.set(description) }

    init?(_ field: Field) {
        guard let text = field.text, let rule = try? RecurrenceRule(text) else { return nil }
        self = rule
    }
}

extension LocalDateTime: Column {
    func bind(to parameter: Parameter) { parameter.set(iso8601) }

    init?(_ field: Field) {
        guard let text = field.text, let local = try? LocalDateTime(iso8601: text) else { return nil }
        self = local
    }
}
