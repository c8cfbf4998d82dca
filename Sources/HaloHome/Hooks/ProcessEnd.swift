import Foundation
import HaloLibc

/// Waits for the end of a child process.
package enum ProcessEnd {
  /// Returns when `process` has ended. The exit status stays available for a later wait (WNOWAIT, waitid(2)). A
  /// separate thread waits, since no other way works on every system.
  package static func wait(for process: Int32) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var info = siginfo_t()
        while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        continuation.resume()
      }
    }
  }
}
