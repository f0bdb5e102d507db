import AlarmCore
import AlarmWire
import CurlClient
import Delivery
import DeviceSimulator
import Engine
import Foundation
import NIOCore
import NIOPosix
import RelayServer
import Sealing
import Storage

/// The cost of a push: rendering it, sending it, and evaluating the answer.
extension StepsBenchmark {
    func pushing() async throws -> [Figure] {
        stage.progress("steps: push")
        let figures = [try await render(), try await results()]
        let gateway = try await PushGateway.start(in: try stage.folder.folder("steps"))
        defer { Task { await gateway.stop() } }
        let (lasting, single) = (
            PushLoad(
                count: scale.steps,
                origin: gateway.origin(.body),
                authorityFile: gateway.authorityFile,
                requestsPerConnection: .max
            ),
            PushLoad(
                count: scale.steps / 100,
                origin: gateway.origin(.body),
                authorityFile: gateway.authorityFile,
                requestsPerConnection: 1
            )
        )
        let bare = PushLoad.asRelay(count: scale.steps, to: gateway)
        var (pushes, rotating, handshakes): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 0..<scale.rounds {
            pushes.append(try await ProcessorTime.of(lasting.count) { _ = try await lasting.runCurlClient() })
            rotating.append(try await ProcessorTime.of(bare.count) { _ = try await bare.runCurlClient() })
            handshakes.append(try await ProcessorTime.of(single.count) { _ = try await single.runCurlClient() })
        }
        return figures + [
            figure("push: on a connection that lasts", pushes),
            figure("push: answered without a body, as Apple does, by this libcurl", rotating),
            figure("TLS: a push on a connection of its own, resumed", handshakes),
        ]
    }

    /// Rendering of a push: its address opened, its JSON written, its request made.
    private func render() async throws -> Figure {
        let vault = Vault(keyring: try Keyring.generate(at: SystemClock().now()))
        let couple = StoredCouple.make(1)[0]
        let registration = PushRegistration(token: couple.pushToken, environment: .sandbox, topic: StoredCouple.topic)
        let sealed = try vault.seal(
            DeviceAddress(registration),
            of: couple.receiver.device,
            at: Population.acceptedAt
        )
        let channel = ImmediateChannel()
        var generator = SystemRandomNumberGenerator()
        let alarm = AlarmID.timeOrdered(at: Population.dawn, using: &generator)
        let key = try ES256.PrivateKey()
        let token = try ProviderToken(
            credentials: APNsCredentials(key: key, keyID: "ABCDE12345", teamID: "TEAM567890"),
            issuedAt: Population.dawn
        )
        let delivery = DeliveryID.random(using: &generator)
        return try await repeated("render: token opened, JSON written, request made") {
            let destination = PushDestination(
                device: couple.receiver.device,
                address: try vault.open(sealed, of: couple.receiver.device, on: .apns),
                registeredAt: sealed.registeredAt
            )
            guard let address = destination.address.apns else { return }
            let push = AlarmPush(
                stage: .ring,
                id: alarm,
                revision: 1,
                time: Population.dawn,
                timeZone: "Europe/Berlin",
                sound: "default",
                message: SealedText(Population.message)
            )
            let content = PushContent(
                id: delivery,
                alarm: push,
                urgency: .timeSensitive,
                expiration: Population.dawn,
                deadline: Population.dawn
            )
            _ = APNsRequest.make(
                try channel.render(content, to: destination),
                to: address,
                origin: "https://localhost",
                token: token,
                timeout: .seconds(10),
                profile: ConnectionProfile(version: .http2)
            )
        }
    }

    /// Measures the evaluation of answers.
    private func results() async throws -> Figure {
        let response = HTTPResponse(head: HTTPResponseHead(status: 200))
        return try await repeated("result: answer read and judged") {
            _ = APNsResponse(response).outcome(registeredAt: Population.dawn)
        }
    }
}
