import Foundation
import Hummingbird
import NIOCore
import ServiceLifecycle

/// The HTTP side as a service whose errors an operator understands.
struct HTTPService: Service {
    let application: Application<RouterResponder<RelayContext>>
    let address: ListenAddress

    /// - Throws: `RelayError` when the relay cannot listen.
    func run() async throws {
        do {
            try await application.run()
        } catch let error as IOError {
            guard error.errnoCode == EADDRINUSE else {
                throw RelayError.cannotListen(address, reason: unsafe String(cString: strerror(error.errnoCode)))
            }
            throw RelayError.addressInUse(address)
        } catch let error as SocketAddressError {
            throw RelayError.cannotListen(address, reason: "\(error)")
        }
    }
}
