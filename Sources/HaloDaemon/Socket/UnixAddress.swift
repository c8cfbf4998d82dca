import HaloLibc
package import SystemPackage

/// The address of a Unix socket (unix(7)): a path of about 100 bytes at most.
package struct UnixAddress {
  /// The path, or a name beginning with "@" for a Linux abstract name.
  package let path: String

  /// Creates a socket of `type`, and calls `body` with it and the address. The socket is closed if `body` throws.
  func withSocket(
    _ type: Int32, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) throws(Errno) -> Void
  ) throws(Errno) -> FileDescriptor {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // An empty path would bind to an abstract name that the kernel picks.
    guard !path.isEmpty else { throw .noSuchFileOrDirectory }
    var bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw .fileNameTooLong }
    let isAbstract = bytes.first == UInt8(ascii: "@")
    if isAbstract { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    let length = isAbstract ? socklen_t(offset + bytes.count) : socklen_t(MemoryLayout<sockaddr_un>.size)
    let number = socket(AF_UNIX, type, 0)
    guard number >= 0 else { throw Errno(rawValue: errno) }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    let result: Result<Void, Errno> = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        Result { () throws(Errno) in try body(number, pointer, length) }
      }
    }
    do throws(Errno) { try result.get() } catch {
      close(number)
      throw error
    }
    return FileDescriptor(rawValue: number)
  }

  #if canImport(Darwin) || canImport(Musl)
    package static let stream = SOCK_STREAM
  #else
    package static let stream = Int32(SOCK_STREAM.rawValue)
  #endif

  /// Connects to the program that listens at this address.
  ///
  /// - Throws: `Errno.wouldBlock` if the listener's queue stays full for `limit`.
  package func connect(within limit: Duration = UnresponsiveDaemon.limit) throws(Errno) -> FileDescriptor {
    try withSocket(Self.stream) { (number, address, length) throws(Errno) in
      // On Linux, connect(2) waits for space in the listener's queue, up to the send timeout.
      let (seconds, attoseconds) = limit.components
      var time = timeval()
      time.tv_sec = .init(seconds)
      time.tv_usec = .init(attoseconds / 1_000_000_000_000)
      guard setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size)) == 0 else {
        throw Errno(rawValue: errno)
      }
      guard systemConnect(number, address, length) == 0 else { throw Errno(rawValue: errno) }
    }
  }
}

/// Calls `connect(2)`, whose name is hidden by a method of the same name.
private func systemConnect(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
  connect(socket, address, length)
}
