import AlarmWire
import Delivery
import Foundation

extension RelayConfiguration {
    /// Reads the keys of pushes to browsers; nil where they are turned off, or a key is at fault.
    static func webPush(_ reader: inout ConfigurationReader, origin: Origin?) -> WebPush? {
        let allowed = reader.value(.webPushAllow, defaultValue: "public", parse: allowedOrigins)
        let subject = reader.value(
            .webPushSubject,
            // A relay on this machine, for trials, has no address of its own that a push service would take.
            defaultValue: origin.map { VAPIDSubject.text(of: $0) },
            parse: VAPIDSubject.init
        )
        let authorityFile = reader.text(.webPushCAFile, defaultValue: nil)
        if let authorityFile, !FileManager.default.isReadableFile(atPath: authorityFile) {
            reader.add(
                .badNamedFile(.webPushCAFile, path: authorityFile, reason: "cannot be read; check that it exists")
            )
        }
        guard let allowed, let origins = allowed, let subject else { return nil }
        return WebPush(subject: subject, allowed: origins, certificateAuthorityFile: authorityFile)
    }

    /// The origins that a text allows besides public ones; nil inside for none at all.
    private static func allowedOrigins(_ text: String) -> Set<String>?? {
        switch text.lowercased() {
        case "none": return .some(nil)
        case "public": return .some([])
        default:
            let origins = list(text).map { try? Origin($0) }
            let known = origins.compactMap { $0?.text }
            return known.count < origins.count ? nil : .some(Set(known))
        }
    }
}

extension VAPIDSubject {
    /// How push services are told to reach the operator of a relay who names no address.
    init?(of origin: Origin) {
        self.init(Self.text(of: origin))
    }

    fileprivate static func text(of origin: Origin) -> String {
        "https://\(origin.authority.filter { !"[]".contains($0) })"
    }
}
