import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The end of a process that this one started.
package enum ProcessEnd {
  /// Returns when `process` has ended; its status is left for who asks for it (WNOWAIT, waitid(2)). A thread of its own waits, since
  /// nothing else tells the end on every system.
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
