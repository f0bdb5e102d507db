package import AlarmCore
import Sealing

/// The right to do one thing with one document, held by anyone who has the link, with a proof that the relay made it.
///
/// The proof is derived from the keyring, so that no secret has to be stored.
package struct Capability: Hashable, Sendable {
    /// The purpose of a link.
    package enum Purpose: String, CaseIterable, Hashable, Sendable {
        /// A contact agrees or unsubscribes.
        case contact
        /// A contact agrees or unsubscribes by a link sent to their telephone.
        case telephone
        /// Somebody who stopped letters allows that they are asked again.
        case allow
        /// A person checks in.
        case checkIn = "check-in"
        /// A calendar program reads a person's alarms.
        case calendar
    }

    package let purpose: Purpose
    /// The document that the right is about.
    package let document: DocumentID
    /// 16 bytes.
    let proof: [UInt8]

    /// Parses the text of a link, 43 characters of base64url, or returns nil; the vault checks whether it is genuine.
    package init?(_ text: String, for purpose: Purpose) {
        guard let bytes = Base64URL.decode(text), bytes.count == 32, let document = DocumentID(bytes: bytes.prefix(16))
        else { return nil }
        self.purpose = purpose
        self.document = document
        proof = Array(bytes.suffix(16))
    }

    fileprivate init(purpose: Purpose, document: DocumentID, proof: [UInt8]) {
        self.purpose = purpose
        self.document = document
        self.proof = proof
    }

    /// The same proof for another purpose.
    package func serving(_ purpose: Purpose) -> Capability {
        Capability(purpose: purpose, document: document, proof: proof)
    }

    /// The text in the link.
    package var text: String { Base64URL.encode(document.bytes + proof) }
}

extension Vault {
    /// Creates the right to one purpose for a document, at one address of it where it is bound to that.
    package func capability(
        _ purpose: Capability.Purpose,
        of document: DocumentID,
        at address: LinkedAddress? = nil
    ) throws -> Capability {
        Capability(purpose: purpose, document: document, proof: try proof(purpose, document, address))
    }

    /// Whether the relay made the capability, for this address where one is given, in constant time.
    package func isGenuine(_ capability: Capability, at address: LinkedAddress? = nil) throws -> Bool {
        ConstantTime.equal(try proof(capability.purpose, capability.document, address), capability.proof)
    }

    private func proof(
        _ purpose: Capability.Purpose,
        _ document: DocumentID,
        _ address: LinkedAddress?
    ) throws -> [UInt8] {
        let subject = document.bytes + (address?.name.bytes ?? [])
        return Array(try lookup(subject, purpose: "capability \(purpose.rawValue)").prefix(16))
    }
}
