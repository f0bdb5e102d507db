import AlarmCore
import AlarmWire
import Delivery
import DeviceKit
import Engine
import Foundation
import HTTPTypes
import HummingbirdTesting
import RelayTesting
import Testing

extension RelayJourney {
    /// The path and query of the first link in a text that leads to `path`.
    func link(_ path: LinkPath, in text: String) throws -> String {
        let origin = "https://relay.example.org"
        let start = try #require(text.firstRange(of: origin + path.rawValue))
        let rest = text[start.lowerBound...].dropFirst(origin.count)
        return String(rest.prefix { !$0.isWhitespace && !"<>\"".contains($0) })
    }

    /// Opens a link of a letter and returns the page.
    func open(_ link: String) async throws -> TestResponse {
        try await relay.get(link)
    }

    /// Presses the button on the page behind a link and returns the next page.
    @discardableResult
    func press(_ link: String) async throws -> TestResponse {
        try await relay.client.execute(uri: link, method: .post)
    }

    /// Adds a contact, who agrees by the button behind each link that they are sent.
    @discardableResult
    func contact(of phone: LocalDevice, _ request: ContactRequest) async throws -> ContactView {
        let view = try await phone.addContact(request)
        try await catchUp()
        if let email = request.email {
            let question = try #require(mails(to: email).last)
            #expect(try await press(try link(.confirm, in: question.text)).status == .ok)
        }
        if let number = request.phone {
            let question = try #require(messages(to: number).last)
            #expect(try await press(try link(.confirm, in: question)).status == .ok)
        }
        return view
    }

    /// The letters to an address, in the order of sending.
    func mails(to address: String) -> [OutgoingMail] {
        post.mails.filter { $0.recipient.address.text == address }
    }

    /// The text messages to a number, in the order of sending.
    func messages(to number: String) -> [String] {
        post.messages.filter { $0.recipient == PhoneNumber(number) }.map(\.text)
    }
}

extension TestResponse {
    /// The page without the marks that keep names apart from the text around them.
    var shown: String { text.replacing("<bdi>", with: "").replacing("</bdi>", with: "") }
}
