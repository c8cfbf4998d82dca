import Dispatch
package import SystemPackage

#if canImport(CDispatch)
  // Where SwiftNIO is in the program, the compiler finds the system's types of time and files in this module.
  import CDispatch
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Listens on a Unix socket.
package final class SocketListener: Sendable {
  /// Those who connect, until it is closed.
  package let connections: AsyncStream<LineSocket>
  private let path: String
  /// Dispatch's objects may be used from every thread; only their type does not say so.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  /// Listens at `path`, for the owner and those of the file's group who `mode` lets in. What a program left there that is gone is
  /// removed.
  ///
  /// - Throws: `Errno.addressInUse` where another program listens there, `Errno.fileExists` where something else is there than a socket.
  package init(path: String, mode: FilePermissions) throws(Errno) {
    self.path = path
    // Abstract names have no permissions: everybody could connect.
    guard let first = path.first, first != "@" else { throw .invalidArgument }
    var info = stat()
    if lstat(path, &info) == 0, info.st_mode & S_IFMT != S_IFSOCK { throw .fileExists }
    let address = UnixAddress(path: path)
    do throws(Errno) {
      let other = try address.connect()
      try? other.close()
      throw .addressInUse
    } catch {
      // One that is stopped accepts nobody, and is there all the same.
      if error == .addressInUse || error == .wouldBlock { throw .addressInUse }
    }
    unlink(path)
    let file = try address.withSocket(UnixAddress.stream) { (number, address, length) throws(Errno) in
      // Nobody gets in before the mode is right.
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
          // Who waits goes on waiting, and would be told of again and again.
          if errno == EMFILE || errno == ENFILE { self?.rest() }
          return
        }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        continuation.yield(LineSocket(FileDescriptor(rawValue: number)))
      }
    }
    source.setCancelHandler {
      // Not before: until now Dispatch watches it.
      try? file.close()
      continuation.finish()
    }
    source.resume()
  }

  /// Leaves those who wait alone for a second.
  private func rest() {
    source.suspend()
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { self.source.resume() }
  }

  /// Ends it, and removes its file.
  package func close() {
    unlink(path)
    source.cancel()
  }
}
