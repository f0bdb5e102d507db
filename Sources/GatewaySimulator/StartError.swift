extension GatewaySimulator {
    /// Why a gateway does not start.
    public enum StartError: Error, Hashable, CustomStringConvertible {
        /// The host is not a loopback address, and public ones were not allowed.
        case publicAddress(String)
        /// The control endpoint's host is not a loopback address, which it has to be.
        case publicControlAddress(String)
        /// A number in the configuration is out of its range.
        case invalidConfiguration(String)

        /// The problem, and what to do.
        public var description: String {
            switch self {
            case .publicAddress(let host):
                "\(host) is not a loopback address, and a gateway simulator records all that it is sent: "
                    + "use 127.0.0.1, or set allowPublicAddress if this network is a laboratory"
            case .publicControlAddress(let host):
                "\(host) is not a loopback address, and whoever reaches the control endpoint commands the gateway: "
                    + "use 127.0.0.1, and a tunnel from elsewhere"
            case .invalidConfiguration(let problem):
                problem
            }
        }
    }
}
