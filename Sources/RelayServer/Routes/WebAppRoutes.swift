import Hummingbird
import WebApp

/// The routes of the web app: its files, and its page at the addresses that links lead to.
struct WebAppRoutes: Sendable {
    /// The addresses at which the page answers; what follows the `#` in a link never reaches the relay.
    static let addresses = ["/", "/e", PageRoutes.pairing, PageRoutes.pairingInCapitals, "/status"]

    /// Allows the app's own files and requests, no HTML made from strings, and nothing from any other host.
    private static let contentSecurityPolicy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
        manifest-src 'self'; worker-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; \
        frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types reveille
        """

    let site: WebSite

    func add(to router: Router<RelayContext>) {
        for file in site.files.values { serve(file, at: file.path, on: router) }
        guard let page = site.files[WebSite.page] else { return }
        for address in Self.addresses { serve(page, at: address, on: router) }
    }

    private func serve(_ file: WebFile, at path: String, on router: Router<RelayContext>) {
        FileAnswer(file, policy: Self.contentSecurityPolicy).add(to: router, at: path)
    }
}
