/// Every fault, in the order in which they are run.
package let allFaults: [any Fault] = [
    KillFault(), WriteKillFault(), SyncErrorFault(), DiskFullFault(), ClockFault(), CorruptionFault(),
]
