/// The form that a page's button posts.
package struct PageForm: Hashable, Sendable {
    /// A hidden field of the form.
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
    /// The hidden fields.
    package var fields: [Field]

    /// Makes a form that posts `fields` to `action`.
    package init(action: String, fields: [Field] = []) {
        self.action = action
        self.fields = fields
    }
}
