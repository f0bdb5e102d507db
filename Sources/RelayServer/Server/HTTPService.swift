import Foundation
import Hummingbird
import NIOCore
import ServiceLifecycle

/// An HTTP server as a service whose errors help the operator.
struct HTTPService<Responder: HTTPResponder>: Service
where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
    let application: Application<Responder>
    let address: ListenAddress
    /// The key that configures the address.
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
