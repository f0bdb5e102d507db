import Foundation
import Sealing

/// The page behind a pairing link, for a device on which no app opens it.
///
/// It runs no script and loads nothing, so that the code behind the `#` stays in the browser, which never sends it.
enum PairingPage {
    /// Allows this page's own style and nothing else.
    static let contentSecurityPolicy: String = {
        let digest = (try? SHA256.hash(Array(style.utf8))).map { Data($0).base64EncodedString() } ?? ""
        return "default-src 'none'; style-src 'sha256-\(digest)'; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"
    }()

    static let html = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="robots" content="noindex">
        <meta name="referrer" content="no-referrer">
        <title>Pair with your partner</title>
        <style>\(style)</style>
        </head>
        <body>
        <main>
        <h1>Somebody wants to pair with you</h1>
        <p>Once you are paired, each of you can ring the other&rsquo;s phone. Go on only if you know who sent you this
        link, and expect it.</p>
        <h2>What to do now</h2>
        <ol>
        <li>Install the app on the phone that is to ring, if it is not there yet. Ask whoever invited you which one.</li>
        <li>Open the link there once more, or scan the QR code with the phone&rsquo;s camera.</li>
        <li>If nothing opens: in the app, choose to enter a code, and type the 20 letters and digits of the link,
        those after the <code>#</code>.</li>
        <li>From a terminal: <code>reveille join</code>, with the whole link in quotes.</li>
        </ol>
        <p>Then the app shows six digits. Read them to your partner, who types them in: that is how both of you know
        that nobody else has the code.</p>
        <h2>Good to know</h2>
        <p>A code works once, and for a few minutes only. This page has not used it up, has not stored it, and has not
        even seen it: your browser keeps what stands after the <code>#</code> to itself.</p>
        </main>
        </body>
        </html>

        """

    private static let style = """
        :root{color-scheme:light dark;font:1.0625rem/1.55 system-ui,sans-serif}\
        body{margin:0;padding:2rem 1.25rem}\
        main{max-width:36rem;margin:0 auto}\
        h1{font-size:1.6rem;line-height:1.2}\
        h2{font-size:1.15rem;margin-top:2rem}\
        li{margin:.5rem 0}\
        code{font:.95em ui-monospace,monospace}
        """
}
