extension GatewaySimulator.Configuration {
    /// Refuses numbers out of range for HTTP/2 or the machine, which could otherwise trap.
    func validate() throws(GatewaySimulator.StartError) {
        let streams = 1...Int(Int32.max)
        guard streams ~= initialConcurrentStreams, streams ~= maximumConcurrentStreams else {
            throw .invalidConfiguration("the number of concurrent streams must be between 1 and \(streams.upperBound)")
        }
        for port in [port, productionPort, controlPort] {
            guard let port, !(0...65_535 ~= port) else { continue }
            throw .invalidConfiguration("port \(port) does not exist: use 0 to 65535, where 0 picks a free one")
        }
        guard productionPort == nil || environment == .sandbox else {
            throw .invalidConfiguration("two listeners for production: leave environment or productionPort as it is")
        }
        if let resetLimit, !(0...1_000_000 ~= resetLimit) {
            throw .invalidConfiguration("resetLimit must be between 0 and 1000000, or nil for no limit")
        }
        if let backgroundLimit, !(0...1_000_000 ~= backgroundLimit) {
            throw .invalidConfiguration("backgroundLimit must be between 0 and 1000000, or nil for no limit")
        }
        guard 1...1024 ~= threads else {
            throw .invalidConfiguration("threads must be between 1 and 1024")
        }
    }
}
