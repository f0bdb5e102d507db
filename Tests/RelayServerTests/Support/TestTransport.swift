import AlarmWire
import DeviceKit
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore

/// Carries the requests of a real device to a relay under test, for any origin.
struct TestTransport: Transport {
    let relay: TestRelay

    func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
        var headers = HTTPFields()
        for header in request.headers {
            if let name = HTTPField.Name(header.name) { headers[name] = header.value }
        }
        do {
            let answer = try await relay.client.execute(
                uri: request.target,
                method: HTTPRequest.Method(request.method.rawValue) ?? .get,
                headers: headers,
                body: request.body.isEmpty ? nil : ByteBuffer(bytes: request.body)
            )
            return WireResponse(
                status: answer.status.code,
                headers: answer.headers.map { WireRequest.Header($0.name.rawName, $0.value) },
                body: Array(buffer: answer.body)
            )
        } catch {
            throw .interrupted("\(error)")
        }
    }

    func stream(_ request: WireRequest) async throws(TransportError) -> WireStream {
        throw .untrusted("no streams here")
    }
}
