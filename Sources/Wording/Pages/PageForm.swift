/// Where the button of a page sends its answer, by `POST`.
package struct PageForm: Hashable, Sendable {
    /// A field that travels with the answer and is not shown.
    package struct Field: Hashable, Sendable {
        /// The name.
        package var name: String
        /// The value.
        package var value: String

        /// Makes a field.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The address, absolute or relative to the page's; empty for the page's own.
    package var action: String
    /// What travels with the answer.
    package var fields: [Field]

    /// Makes a form that posts `fields` to `action`.
    package init(action: String, fields: [Field] = []) {
        self.action = action
        self.fields = fields
    }
}
