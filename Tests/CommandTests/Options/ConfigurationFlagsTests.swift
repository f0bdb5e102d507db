import ArgumentParser
import RelayServer
import Testing

@testable import reveille

@Suite("Flags of the relay's configuration")
struct ConfigurationFlagsTests {
    @Test("Every key of the table has a flag that sets it", arguments: ConfigurationKey.all)
    func setsKey(_ key: ConfigurationKey) throws {
        let isSwitch = key.defaultValue == "false"
        let flags = try ConfigurationFlags.parse([key.flag] + (isSwitch ? [] : ["some value"]))
        #expect(flags.values == [key.name: isSwitch ? "true" : "some value"])
    }

    @Test("Without flags nothing is set")
    func isEmpty() throws {
        #expect(try ConfigurationFlags.parse([]).values.isEmpty)
    }

    @Test("Several flags are told apart")
    func tellsApart() throws {
        let flags = try ConfigurationFlags.parse(["--listen", "[::1]:1", "--open-registration", "--data=/d"])
        #expect(flags.values == ["listen": "[::1]:1", "open-registration": "true", "data": "/d"])
    }
}
