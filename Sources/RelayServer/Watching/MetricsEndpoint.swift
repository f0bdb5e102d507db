import AlarmCore
import CoreMetrics
package import Engine
package import Exposition
import HTTPTypes
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore

/// The metrics of a relay, and the small server that Prometheus scrapes.
///
/// A separate listener: the relay's own is public behind a proxy, and the number of alarms must not be public.
package struct MetricsEndpoint: Sendable {
    /// The path of the metrics.
    package static let path = "/metrics"

    /// The registry in which the parts of the relay keep their metrics.
    package let registry: MetricRegistry
    private let processMetrics: ProcessMetrics

    package init() {
        registry = MetricRegistry(describing: MetricCatalogue.families)
        processMetrics = ProcessMetrics(factory: registry)
    }

    /// Measures the engine and the process at every scrape.
    package func watch(_ engine: Engine) {
        registry.beforeExposition { [processMetrics] in
            engine.measure()
            processMetrics.measure()
        }
    }

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
