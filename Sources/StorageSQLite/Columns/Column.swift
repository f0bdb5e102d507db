/// A value that one column holds.
protocol Column {
    /// Gives it to a statement.
    func bind(to parameter: Parameter)
    /// Reads it back, or gives nil for what it never wrote.
    init?(_ field: Field)
}

extension Int64: Column {
    func bind(to parameter: Parameter) { parameter.set(self) }

    init?(_ field: Field) {
        guard let integer = field.integer else { return nil }
        self = integer
    }
}

extension Int: Column {
    func bind(to parameter: Parameter) { parameter.set(Int64(self)) }

    init?(_ field: Field) {
        guard let integer = field.integer else { return nil }
        self.init(exactly: integer)
    }
}

extension Bool: Column {
    func bind(to parameter: Parameter) { parameter.set(self ? 1 : 0) }

    init?(_ field: Field) {
        guard let integer = field.integer, (0...1).contains(integer) else { return nil }
        self = integer == 1
    }
}

extension String: Column {
    func bind(to parameter: Parameter) { parameter.set(self) }

    init?(_ field: Field) {
        guard let text = field.text else { return nil }
        self = text
    }
}

extension [UInt8]: Column {
    func bind(to parameter: Parameter) { unsafe withUnsafeBytes { unsafe parameter.set($0) } }

    init?(_ field: Field) {
        guard let bytes = unsafe field.withBytes({ unsafe Array($0) }) else { return nil }
        self = bytes
    }
}

extension Optional: Column where Wrapped: Column {
    func bind(to parameter: Parameter) {
        // A statement's parameters are null unless they are set.
        self?.bind(to: parameter)
    }

    init?(_ field: Field) {
        if field.isNull {
            self = .none
        } else {
            guard let value = Wrapped(field) else { return nil }
            self = value
        }
    }
}
