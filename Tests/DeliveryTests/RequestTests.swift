import AlarmCore
import AlarmWire
import CurlClient
import Testing

@testable import Delivery

@Suite("The request to APNs")
struct RequestTests {
    private func request(_ push: RenderedPush) throws -> HTTPRequest {
        APNsRequest.make(
            push,
            to: push.address,
            origin: APNsEndpoints.apple[push.address.environment],
            token: try ProviderToken(credentials: .made(), issuedAt: Instant(seconds: 1_767_225_600)),
            timeout: .seconds(1),
            profile: ConnectionProfile(version: .http2)
        )
    }

    @Test("It has the documented header lines and no others")
    func headers() throws {
        let request = try request(.example())
        #expect(request.method == "POST")
        #expect(request.url == "https://api.sandbox.push.apple.com:443/3/device/" + DeviceToken.example.hex)
        #expect(
            request.headers.filter { $0.name != "authorization" } == [
                HTTPHeader("apns-id", "01234567-89ab-5def-8123-456789abcdef"),
                HTTPHeader("apns-topic", "com.example.app"),
                HTTPHeader("apns-push-type", "alert"),
                HTTPHeader("apns-priority", "10"),
                HTTPHeader("apns-expiration", "1767226000"),
                HTTPHeader("apns-collapse-id", "alarm.ring"),
            ]
        )
        #expect(request.headers["authorization"]?.hasPrefix("bearer ") == true)
        #expect(request.body == RenderedPush.example().payload)
    }

    @Test("Without a collapse identifier its header is left out")
    func noCollapseID() throws {
        var push = RenderedPush.example()
        push.collapseID = nil
        #expect(try request(push).headers["apns-collapse-id"] == nil)
    }

    @Test("An expiration before 1970 is one attempt")
    func pastExpiration() throws {
        var push = RenderedPush.example()
        push.expiration = Instant(seconds: -5)
        #expect(try request(push).headers["apns-expiration"] == "0")
    }

    @Test("Each environment has its own host")
    func production() throws {
        let push = RenderedPush.example(environment: .production)
        #expect(try request(push).url.hasPrefix("https://api.push.apple.com:443/3/device/"))
    }

    @Test("A device token is hexadecimal, written in lower case, and never printed")
    func deviceToken() throws {
        let token = try #require(DeviceToken(hex: "00FFaB"))
        #expect(token.hex == "00ffab")
        var dumped = ""
        dump(RenderedPush.example(token: token), to: &dumped)
        #expect(!"\(token) \(String(reflecting: token)) \(dumped)".lowercased().contains("00ffab"))
    }

    @Test(
        "A device token that is not hexadecimal is refused",
        arguments: ["", "0", "abc", "zz", "../../", "00 0", "é", String(repeating: "00", count: 101)]
    )
    func badDeviceToken(text: String) {
        #expect(DeviceToken(hex: text) == nil)
    }
}
