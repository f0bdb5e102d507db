/// The simulator's name, under which its settings stand; what it does with sockets is not built here.
public enum GatewaySimulator {}
