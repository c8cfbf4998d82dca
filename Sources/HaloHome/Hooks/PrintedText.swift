import Dispatch
import Synchronization
import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The beginning of what comes out of a pipe. All of it is read, so that a program that prints more does not wait.
final class PrintedText: Sendable {
  private let pipe: FileDescriptor
  private let most: Int
  private let bytes = Mutex<[UInt8]>([])
  private let queue = DispatchQueue(label: "halo.hook")
  /// Proof: it is set once, in `init`, and Dispatch's objects may be used from every thread, although their type is not `Sendable`.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  /// Reads `pipe` from now on, and keeps `most` bytes.
  init(_ pipe: FileDescriptor, most: Int) {
    self.pipe = pipe
    self.most = most
    _ = fcntl(pipe.rawValue, F_SETFL, O_NONBLOCK)
    source = DispatchSource.makeReadSource(fileDescriptor: pipe.rawValue, queue: queue)
    source.setEventHandler { [weak self] in self?.read() }
    source.setCancelHandler { try? pipe.close() }
    source.resume()
  }

  deinit { source.cancel() }

  /// Ends the reading, though others may still hold the pipe open, and returns what came.
  func finish() -> [UInt8] {
    // A source that is canceled has closed the pipe, whose number may be another file's by now.
    queue.sync { if !source.isCancelled { read() } }
    source.cancel()
    return bytes.withLock { $0 }
  }

  /// Reads what is there, but no more than a pipe holds: a program may print without end. The source calls again if there is more.
  private func read() {
    var chunk = [UInt8](repeating: 0, count: 4096)
    for _ in 0..<16 {
      guard let count = try? chunk.withUnsafeMutableBytes({ try pipe.read(into: $0) }) else { return }
      guard count > 0 else { return source.cancel() }
      bytes.withLock { $0 += chunk[..<count].prefix(max(0, most - $0.count)) }
    }
  }
}
