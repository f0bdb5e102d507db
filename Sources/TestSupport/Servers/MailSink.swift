import Foundation

/// A mail server that keeps what it is sent, in a process of its own (aiosmtpd).
///
/// What it answers is in the address: to `rcpt-550-5.1.1@…` a refusal of the recipient with that code, to `data-…` one of
/// the message, from `mail-…` one of the sender. `hang-up@…` is taken and then left without an answer, `silent@…` too,
/// but on an open connection; `stay@…` is taken, and the good-bye after it left without an answer; `leave@…` ends the
/// connection before the message.
package struct MailSink: Sendable {
    /// How it is spoken to.
    package enum Mode: String, Sendable {
        /// Without TLS.
        case plain
        /// With TLS, which it demands, after `STARTTLS`.
        case startTLS = "starttls"
        /// With TLS from the first byte.
        case implicitTLS = "tls"
        /// It greets everybody with a refusal.
        case closed
        /// Without TLS, and without `EHLO`, as servers were before 1995.
        case old
    }

    /// A message that it took.
    package struct Letter: Decodable, Sendable {
        /// The envelope's sender.
        package let sender: String
        /// The envelope's recipients.
        package let recipients: [String]
        /// What the client called itself.
        package let client: String
        /// How many connections were open when it arrived.
        package let atOnce: Int
        /// Who logged in; nil for nobody.
        package let user: String?
        /// Whether the connection was protected.
        package let isProtected: Bool
        private let base64: Data

        /// The message as it arrived, dots at the beginning of lines taken back.
        package var content: [UInt8] { Array(base64) }

        private enum CodingKeys: String, CodingKey {
            case sender, recipients, client, atOnce, user
            case isProtected = "protected"
            case base64 = "content"
        }
    }

    /// The one user whom it knows, with the password `right`.
    package static let user = "relay@example.com"

    /// Where it listens.
    package var port: UInt16 { process.port }
    private let process: ServerProcess
    private let directory: String

    /// Starts a server that shows the test certificate.
    ///
    /// - Parameters:
    ///   - mode: How it is spoken to.
    ///   - asksForLogin: Whether it takes messages only from those who log in.
    /// - Throws: `ServerProcess.Failure`, or what kept the folder from being made.
    package init(_ mode: Mode, asksForLogin: Bool = false) throws {
        let certificate = try TestCertificate.server.get()
        let directory = NSTemporaryDirectory() + "reveille-mail-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        self.directory = directory
        process = try ServerProcess("/usr/bin/env") { port in
            [
                "python3", "-c", Self.program, "\(port)", mode.rawValue, asksForLogin ? "login" : "open", directory,
                certificate.certificateFile, certificate.keyFile,
            ]
        }
    }

    /// What it took, oldest first.
    package func letters() throws -> [Letter] {
        try FileManager.default.contentsOfDirectory(atPath: directory)
            .filter { $0.hasSuffix(".json") }
            .sorted()
            .map { name in
                let data = try Data(contentsOf: URL(fileURLWithPath: directory + "/" + name))
                return try JSONDecoder().decode(Letter.self, from: data)
            }
    }

    private static let program = """
        import asyncio, base64, itertools, json, os, re, ssl, sys
        from aiosmtpd.smtp import SMTP, AuthResult

        port, mode, login, directory, certificate, key = sys.argv[1:]
        numbers = itertools.count()

        def scripted(stage, address):
            found = re.match(stage + r"-(\\d{3})(?:-(\\d\\.\\d+\\.\\d+))?@", address)
            return found and " ".join(filter(None, [found[1], found[2], "refused: " + address]))

        count = 0

        class Counting(SMTP):
            def connection_made(self, transport):
                global count
                if not self.session: count += 1
                super().connection_made(transport)
            def connection_lost(self, error):
                global count
                count -= 1
                super().connection_lost(error)
            async def smtp_EHLO(self, hostname):
                if mode == "old": return await self.push("502 what?")
                await super().smtp_EHLO(hostname)
            async def smtp_QUIT(self, arg):
                if self.stays: await asyncio.sleep(3600)
                await super().smtp_QUIT(arg)
            stays = False

        class Sink:
            async def handle_MAIL(self, server, session, envelope, address, options):
                refusal = scripted("mail", address)
                if refusal: return refusal
                envelope.mail_from = address
                return "250 2.1.0 ok"
            async def handle_RCPT(self, server, session, envelope, address, options):
                refusal = scripted("rcpt", address)
                if refusal: return refusal
                if address.startswith("leave@"):
                    server.transport.close()
                    await asyncio.sleep(3600)
                envelope.rcpt_tos.append(address)
                return "250 2.1.5 ok"
            async def handle_DATA(self, server, session, envelope):
                address = envelope.rcpt_tos[0]
                refusal = scripted("data", address)
                if refusal: return refusal
                user = session.auth_data.decode() if session.authenticated else None
                letter = {
                    "sender": envelope.mail_from, "recipients": envelope.rcpt_tos, "client": session.host_name,
                    "atOnce": count, "user": user, "protected": session.ssl is not None or mode == "tls",
                    "content": base64.b64encode(envelope.content).decode(),
                }
                name = os.path.join(directory, "%06d" % next(numbers))
                with open(name, "w") as file: json.dump(letter, file)
                os.rename(name, name + ".json")
                if address.startswith("hang-up@"):
                    server.transport.close()
                    await asyncio.sleep(3600)
                if address.startswith("silent@"): await asyncio.sleep(3600)
                if address.startswith("stay@"): server.stays = True
                return "250 2.0.0 taken"

        def authenticate(server, session, envelope, mechanism, data):
            if (data.login, data.password) == (b"relay@example.com", b"right"):
                return AuthResult(success=True, auth_data=data.login)
            return AuthResult(success=False, handled=False)

        class Closed(asyncio.Protocol):
            def connection_made(self, transport):
                transport.write(b"554 5.3.2 no service here\\r\\n")
                transport.close()

        async def main():
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, key)
            def make():
                if mode == "closed": return Closed()
                return Counting(
                    Sink(), hostname="sink.example", loop=asyncio.get_running_loop(),
                    tls_context=context if mode == "starttls" else None, require_starttls=mode == "starttls",
                    auth_required=login == "login", authenticator=authenticate,
                    auth_require_tls=mode == "starttls", data_size_limit=1 << 20)
            server = await asyncio.get_running_loop().create_server(
                make, "127.0.0.1", int(port), ssl=context if mode == "tls" else None)
            await server.serve_forever()

        asyncio.run(main())
        """
}
