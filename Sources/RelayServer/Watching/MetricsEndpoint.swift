import AlarmCore
import CoreMetrics
package import Engine
package import Exposition
import HTTPTypes
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore

/// The metrics of a relay, and the small server from which Prometheus reads them.
///
/// A listener of its own: the relay's own one stands behind a proxy, open to the world, and how many alarms there are is
/// nobody's business there.
package struct MetricsEndpoint: Sendable {
    /// Where the metrics are read.
    package static let path = "/metrics"

    /// Where the parts of the relay keep their metrics.
    package let registry: MetricRegistry
    private let processMetrics: ProcessMetrics

    package init() {
        registry = MetricRegistry(describing: MetricCatalogue.families)
        processMetrics = ProcessMetrics(factory: registry)
    }

    /// Lets every exposition measure the engine and the process anew.
    package func watch(_ engine: Engine) {
        registry.beforeExposition { [processMetrics] in
            engine.measure()
            processMetrics.measure()
        }
    }

    /// The server.
    package func application(
        listen: ListenAddress,
        logger: Logger
    ) -> Application<RouterResponder<BasicRequestContext>> {
        let router = Router()
        let registry = registry
        router.get(RouterPath(Self.path)) { _, _ in
            var headers = HTTPFields()
            headers[.contentType] = MetricRegistry.contentType
            headers[.cacheControl] = "no-store"
            let text = registry.exposition()
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
        }
        return Application(
            router: router,
            server: .http1(configuration: HTTP1Channel.Configuration(idleTimeout: .seconds(75))),
            configuration: ApplicationConfiguration(
                address: .hostname(listen.host, port: listen.port),
                availableConnectionsDelegate: .maximum(16, logger: logger)
            ),
            logger: logger
        )
    }
}
