import Dispatch
import HaloLibc
package import SystemPackage

/// Listens on a Unix socket.
package final class SocketListener: Sendable {
  /// Accepted connections, until the listener is closed.
  package let connections: AsyncStream<LineSocket>
  private let path: String
  /// Dispatch objects are thread-safe but not marked Sendable.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  /// Listens at `path`. The owner may connect, and the members of the file's group if `mode` allows it. A stale socket
  /// of a program that has ended is removed.
  ///
  /// - Throws: `Errno.addressInUse` if another program listens there, `Errno.fileExists` if the path is not a socket.
  package init(path: String, mode: FilePermissions) throws(Errno) {
    self.path = path
    // Abstract names have no permissions: every user could connect.
    guard let first = path.first, first != "@" else { throw .invalidArgument }
    var info = stat()
    if lstat(path, &info) == 0, info.st_mode & S_IFMT != S_IFSOCK { throw .fileExists }
    let address = UnixAddress(path: path)
    do throws(Errno) {
      let other = try address.connect()
      try? other.close()
      throw .addressInUse
    } catch {
      // A stopped program accepts no connection but still owns the socket.
      if error == .addressInUse || error == .wouldBlock { throw .addressInUse }
    }
    unlink(path)
    let file = try address.withSocket(UnixAddress.stream) { (number, address, length) throws(Errno) in
      // No client can connect before the mode is set.
      let mask = umask(0o177)
      defer { umask(mask) }
      guard bind(number, address, length) == 0, listen(number, 16) == 0 else { throw Errno(rawValue: errno) }
    }
    chmod(path, mode_t(mode.rawValue))
    _ = fcntl(file.rawValue, F_SETFL, O_NONBLOCK)
    let (connections, continuation) = AsyncStream<LineSocket>.makeStream()
    self.connections = connections
    source = DispatchSource.makeReadSource(fileDescriptor: file.rawValue, queue: DispatchQueue(label: "halo.listener"))
    source.setEventHandler { [weak self] in
      while true {
        let number = accept(file.rawValue, nil, nil)
        guard number >= 0 else {
          // Waiting clients stay in the queue and would trigger this handler continuously.
          if errno == EMFILE || errno == ENFILE { self?.pauseAccepting() }
          return
        }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        continuation.yield(LineSocket(FileDescriptor(rawValue: number)))
      }
    }
    source.setCancelHandler {
      // Close the file only now: until cancellation, Dispatch monitors it.
      try? file.close()
      continuation.finish()
    }
    source.resume()
  }

  /// Pauses accepting for one second.
  private func pauseAccepting() {
    source.suspend()
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { self.source.resume() }
  }

  /// Stops listening, and removes the socket file.
  package func close() {
    unlink(path)
    source.cancel()
  }
}
