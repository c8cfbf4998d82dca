import Dispatch
import HaloLibc
import Synchronization
import SystemPackage

/// The beginning of a pipe's output. The rest is read and dropped, so that the writing program does not block.
final class CapturedOutput: Sendable {
  private let pipe: FileDescriptor
  private let maxBytes: Int
  private let bytes = Mutex<[UInt8]>([])
  private let queue = DispatchQueue(label: "halo.hook")
  /// Safe: set once in `init`, and Dispatch objects are thread-safe although not marked `Sendable`.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  /// Starts reading `pipe`, and keeps the first `maxBytes` bytes.
  init(_ pipe: FileDescriptor, maxBytes: Int) {
    self.pipe = pipe
    self.maxBytes = maxBytes
    _ = fcntl(pipe.rawValue, F_SETFL, O_NONBLOCK)
    source = DispatchSource.makeReadSource(fileDescriptor: pipe.rawValue, queue: queue)
    source.setEventHandler { [weak self] in self?.read() }
    source.setCancelHandler { try? pipe.close() }
    source.resume()
  }

  deinit { source.cancel() }

  /// Stops reading, even if other processes still hold the pipe open, and returns the bytes read.
  func finish() -> [UInt8] {
    // A canceled source has closed the pipe, and its descriptor may already be reused.
    queue.sync { if !source.isCancelled { read() } }
    source.cancel()
    return bytes.withLock { $0 }
  }

  /// Reads the available data, at most one pipe's capacity, since a program may print without end. The source calls
  /// again if more is available.
  private func read() {
    var chunk = [UInt8](repeating: 0, count: 4096)
    for _ in 0..<16 {
      guard let count = try? chunk.withUnsafeMutableBytes({ try pipe.read(into: $0) }) else { return }
      guard count > 0 else { return source.cancel() }
      bytes.withLock { $0 += chunk[..<count].prefix(max(0, maxBytes - $0.count)) }
    }
  }
}
