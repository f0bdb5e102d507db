import NIOHPACK

extension RequestHead {
    /// Takes the headers of a HEADERS frame.
    init(_ headers: HPACKHeaders) {
        self.init(capacity: headers.count)
        for (name, value, _) in headers {
            append(name: name, value: value)
        }
    }
}
