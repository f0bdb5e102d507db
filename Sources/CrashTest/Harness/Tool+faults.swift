import TestSupport

/// The programs and libraries of the system that faults need.
extension Tool {
    static let strace = Tool(anyOf: ["/usr/bin/strace", "/usr/local/bin/strace"], package: "strace")
    static let mount = Tool(anyOf: ["/usr/bin/mount", "/bin/mount"], package: "mount")
    static let unmount = Tool(anyOf: ["/usr/bin/umount", "/bin/umount"], package: "mount")
    static let faketime = Tool(
        anyOf: ["x86_64", "aarch64", "arm", "i386"].map { "/usr/lib/\($0)-linux-gnu\($0 == "arm" ? "eabihf" : "")" }
            .map { $0 + "/faketime/libfaketime.so.1" },
        package: "libfaketime"
    )
}
