package import AlarmCore
import Sealing

/// The right to do one thing, held by whoever has a link: what it is about, and a proof that the relay made it.
///
/// The proof is derived from the keyring, so that nothing secret has to be kept.
package struct Capability: Hashable, Sendable {
    /// What a link is good for.
    package enum Purpose: String, CaseIterable, Hashable, Sendable {
        /// A contact says whether they want to be told.
        case contact
        /// A contact says so by a link that went to their telephone.
        case telephone
        /// Somebody checks in.
        case checkIn = "check-in"
    }

    package let purpose: Purpose
    /// What it is about.
    package let document: DocumentID
    /// 16 bytes.
    let proof: [UInt8]

    /// Reads the text of a link, 43 characters of base64url, else nil; whether it is genuine, the vault knows.
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

    /// The same proof, taken for one of another purpose.
    package func serving(_ purpose: Purpose) -> Capability {
        Capability(purpose: purpose, document: document, proof: proof)
    }

    /// What stands in the link.
    package var text: String { Base64URL.encode(document.bytes + proof) }
}

extension Vault {
    /// Makes the right to do something with a document.
    package func capability(_ purpose: Capability.Purpose, of document: DocumentID) throws -> Capability {
        Capability(purpose: purpose, document: document, proof: try proof(purpose, document))
    }

    /// Whether the relay made it; takes as long whatever it is.
    package func isGenuine(_ capability: Capability) throws -> Bool {
        ConstantTime.equal(try proof(capability.purpose, capability.document), capability.proof)
    }

    private func proof(_ purpose: Capability.Purpose, _ document: DocumentID) throws -> [UInt8] {
        Array(try lookup(document.bytes, purpose: "capability \(purpose.rawValue)").prefix(16))
    }
}
