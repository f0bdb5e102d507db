import AlarmWire
import Foundation
import Logging
import RelayServer

/// Lets the operator of a relay on this machine register devices without copying codes to himself.
///
/// Whoever may write the relay's database may make enrolment codes with `reveille enroll` anyway.
struct LocalEnrolment {
    private let configuration: RelayConfiguration

    /// Finds the relay's data; nil where the relay is on another machine, or this user may not write its database.
    init?(for relay: Origin, environment: [String: String]) {
        guard Origin.loopbackHosts.contains(relay.host),
            var configuration = try? RelayConfiguration(environment: environment),
            [configuration.database, configuration.keyring].allSatisfy(FileManager.default.isWritableFile)
        else { return nil }
        configuration.logLevel = .error
        self.configuration = configuration
    }

    /// Makes a code.
    func code() async throws -> String {
        try await enrollDevice(configuration: configuration).text
    }
}
