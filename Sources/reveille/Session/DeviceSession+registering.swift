import AlarmWire
import DeviceKit

extension DeviceSession {
    /// Makes the device known to its relay, if it is not.
    ///
    /// - Parameter code: an enrolment code; without one it tries its luck, then the data of a relay on this machine.
    /// - Throws: `CommandFailure` that says where to get a code, or what the device has met.
    func register(code: String?) async throws {
        if let code {
            try await device.register(ticket: .enrolment(code: code))
            return
        }
        guard try await isRefusedWithoutTicket() else { return }
        let relay = await device.profile.relay
        guard let enrolment = LocalEnrolment(for: relay, environment: environment) else {
            throw CommandFailure(
                """
                The relay \(relay) registers nobody without a ticket. Ask its operator for a code, made with \
                'reveille enroll' on the relay's machine, and give it with --enroll CODE; or accept a partner's invite \
                with 'reveille pair accept\(profileFlag) CODE'.
                """
            )
        }
        try await device.register(ticket: .enrolment(code: enrolment.code()))
    }

    /// Registers without a ticket; whether the relay wants one.
    private func isRefusedWithoutTicket() async throws -> Bool {
        do {
            try await device.register()
            return false
        } catch {
            guard error.problemKind == .registrationClosed else { throw error }
            return true
        }
    }
}
