package import AlarmCore
package import AlarmWire
package import Engine

/// A request whose envelope opened, was fresh, and was made for this method and target.
package struct AuthenticatedRequest: Sendable {
    /// Who asks.
    package let device: Device
    /// Names the request, so that a repeat is recognised.
    package let name: RequestName
    /// What is asked.
    package let body: JSONValue?

    /// Reads what is asked, strictly.
    ///
    /// - Throws: a problem that says what is wrong and where.
    package func message<Message: WireDecodable>(as type: Message.Type = Message.self) throws(Problem) -> Message {
        // What says nothing need not be there.
        if let nothing = NoContent() as? Message {
            try requireNoContent()
            return nothing
        }
        do {
            return try Message(json: body)
        } catch {
            throw Problem(error)
        }
    }

    /// Checks that the path says all, and the body nothing.
    ///
    /// - Throws: a problem that says what is too much.
    package func requireNoContent() throws(Problem) {
        do {
            _ = try NoContent(json: body)
        } catch {
            throw Problem(error)
        }
    }
}
