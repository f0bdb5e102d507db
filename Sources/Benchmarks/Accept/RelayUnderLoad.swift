import CurlClient
import DeviceSimulator
import Foundation
import TestSupport

/// A running relay that is to accept alarms.
struct RelayUnderLoad {
    /// Name in the report.
    let name: String
    let port: Int
    let process: RelayProcess

    /// Starts one that knows some couples, with its files in `folder`.
    static func start(
        _ kind: RelayKind,
        name: String,
        couples: Int,
        environment: [String: String] = [:],
        in folder: Folder,
        client: CurlClient
    ) async throws -> RelayUnderLoad {
        let port = FreePort.find()
        let process = try await RelayProcess.start(
            executable: Tool.this().executable,
            port: port,
            environment: environment.merging([
                "REVEILLE_DATA": folder.url.path,
                "REVEILLE_LOG_LEVEL": "warning",
                RelayKind.variable: kind.rawValue,
                RelayKind.couplesVariable: "\(couples)",
            ]) { given, _ in given },
            logFile: folder.url.appending(path: "log"),
            client: client
        )
        return RelayUnderLoad(name: name, port: port, process: process)
    }
}
