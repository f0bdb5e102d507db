import Dispatch
import Foundation

extension DispatchSemaphore {
    /// Waits on a thread that may be blocked.
    func signalled() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                self.wait()
                continuation.resume()
            }
        }
    }
}
