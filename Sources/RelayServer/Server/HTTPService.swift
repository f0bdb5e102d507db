import Foundation
import Hummingbird
import NIOCore
import ServiceLifecycle

/// The HTTP side as a service whose errors an operator understands.
struct HTTPService<Responder: HTTPResponder>: Service
where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
    let application: Application<Responder>
    let address: ListenAddress
    /// The key that says where it listens.
    let key: ConfigurationKey

    /// - Throws: `RelayError` when the relay cannot listen.
    func run() async throws {
        do {
            try await application.run()
        } catch let error as IOError {
            guard error.errnoCode == EADDRINUSE else {
                let reason = unsafe String(cString: strerror(error.errnoCode))
                throw RelayError.cannotListen(address, key, reason: reason)
            }
            throw RelayError.addressInUse(address, key)
        } catch let error as SocketAddressError {
            throw RelayError.cannotListen(address, key, reason: "\(error)")
        }
    }
}
