import Dispatch
import HaloLibc
import Synchronization
package import SystemPackage

/// A connected Unix socket that sends and receives lines, some with open files (SCM_RIGHTS, unix(7)).
package final class LineSocket: Sendable {
  /// A line without its line break, and the files that came with it.
  package struct Line: Sendable {
    package var bytes: [UInt8] = []
    package var files = Files()
  }

  /// Files received over a socket. Files that are not taken are closed.
  package final class Files: Sendable {
    private let files = Mutex<[FileDescriptor]>([])

    package var count: Int { files.withLock { $0.count } }

    /// Returns the files; the caller closes them.
    package func take() -> [FileDescriptor] {
      files.withLock { files in
        defer { files = [] }
        return files
      }
    }

    fileprivate func add(_ more: [FileDescriptor]) { files.withLock { $0 += more } }

    deinit { for file in take() { try? file.close() } }
  }

  /// The received lines, until either side closes the socket.
  package let lines: AsyncStream<Line>
  private let handle: Handle
  private var file: FileDescriptor { handle.file }
  /// Dispatch objects are thread-safe but not marked Sendable.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  /// The longest line in bytes; a peer that exceeds it is faulty or hostile.
  private static let maxLineLength = 1 << 20
  private static let maxFiles = 8

  /// The socket's file descriptor. It stays open while a send may be in progress: the system reuses a closed number,
  /// and a reply to a disconnected caller must not reach another client.
  private final class Handle: Sendable {
    let file: FileDescriptor
    init(_ file: FileDescriptor) { self.file = file }
    deinit { try? file.close() }
  }

  /// Takes ownership of a connected socket.
  package init(_ file: FileDescriptor) {
    let handle = Handle(file)
    self.handle = handle
    let (lines, continuation) = AsyncStream<Line>.makeStream()
    self.lines = lines
    source = DispatchSource.makeReadSource(
      fileDescriptor: file.rawValue, queue: DispatchQueue(label: "halo.line-socket"))
    let pending = Pending()
    source.setEventHandler { [weak self] in
      // Read all available data: after the other side closed, Dispatch on Linux reports the hang-up (EPOLLHUP) only
      // once.
      while true {
        switch pending.receive(from: file, into: continuation) {
        case .more: continue
        case .empty: return
        case .ended:
          self?.close()
          return
        }
      }
    }
    source.setCancelHandler {
      pending.drop()
      continuation.finish()
      // The last owner closes the descriptor. It must stay open until here because Dispatch monitors it.
      shutdown(handle.file.rawValue, Int32(SHUT_RDWR))
    }
    source.resume()
  }

  deinit { source.cancel() }

  /// Closes the socket.
  package func close() { source.cancel() }

  /// Sends a line, with copies of open files.
  ///
  /// - Throws: `Errno.wouldBlock` if `isBlocking` is false and the other side does not read; part of the line may have been
  ///   sent.
  package func send(_ bytes: [UInt8], files: [FileDescriptor] = [], isBlocking: Bool = true) throws(Errno) {
    var rest = (bytes + [UInt8(ascii: "\n")])[...]
    var files = files
    while !rest.isEmpty {
      let count = try Self.send(rest, files, over: file, isBlocking: isBlocking)
      rest = rest.dropFirst(count)
      files = []
    }
  }

  /// The user and process IDs of the other side; `nil` if the system does not report them.
  package var peer: (user: UInt32, process: Int32)? {
    #if os(Linux)
      // struct ucred of unix(7): process, user, group.
      var credentials: (Int32, UInt32, UInt32) = (0, 0, 0)
      var length = socklen_t(MemoryLayout.size(ofValue: credentials))
      guard getsockopt(file.rawValue, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { return nil }
      return (credentials.1, credentials.0)
    #else
      var user: uid_t = 0
      var group: gid_t = 0
      guard getpeereid(file.rawValue, &user, &group) == 0 else { return nil }
      return (user, 0)
    #endif
  }

  /// The received part of an incomplete line. Used only on the source's serial queue.
  private final class Pending: Sendable {
    private let line = Mutex(Line())

    enum Outcome { case more, empty, ended }

    /// Reads one chunk of the available data.
    func receive(from file: FileDescriptor, into continuation: AsyncStream<Line>.Continuation) -> Outcome {
      line.withLock { line in
        var chunk = [UInt8](repeating: 0, count: 4096)
        var files: [FileDescriptor] = []
        let count = LineSocket.receive(&chunk, &files, from: file)
        // The system ends a chunk with the bytes that came with files, so the files belong to the chunk's last line.
        let end = chunk.prefix(max(count, 0)).dropLast().lastIndex(of: UInt8(ascii: "\n"))
        let hasNoLineBreak = end == nil
        if hasNoLineBreak { line.files.add(files) }
        guard count > 0, line.bytes.count + count <= LineSocket.maxLineLength,
          line.files.count + files.count <= 2 * LineSocket.maxFiles
        else {
          if !hasNoLineBreak { for file in files { try? file.close() } }
          return count < 0 && errno == EAGAIN ? .empty : .ended
        }
        for (index, byte) in chunk.prefix(count).enumerated() {
          if byte == UInt8(ascii: "\n") {
            continuation.yield(line)
            line = Line()
            if index == end { line.files.add(files) }
          } else {
            line.bytes.append(byte)
          }
        }
        return .more
      }
    }

    func drop() { line.withLock { $0 = Line() } }
  }

  #if os(Linux)
    private static let alignment = MemoryLayout<Int>.alignment
    private static let sendFlags = Int32(MSG_NOSIGNAL)
    private static let dontWait = Int32(MSG_DONTWAIT)
    private static let receiveFlags = Int32(MSG_DONTWAIT | MSG_CMSG_CLOEXEC)
  #else
    private static let alignment = 4
    private static let sendFlags: Int32 = 0
    private static let dontWait = MSG_DONTWAIT
    private static let receiveFlags = MSG_DONTWAIT
  #endif

  /// The size of a control message before its descriptors: CMSG_LEN(0) of cmsg(3), a macro that Swift does not import.
  private static let headerSize = (MemoryLayout<cmsghdr>.size + alignment - 1) / alignment * alignment

  private static func send(
    _ bytes: ArraySlice<UInt8>, _ files: [FileDescriptor], over socket: FileDescriptor, isBlocking: Bool
  ) throws(Errno) -> Int {
    var bytes = Array(bytes)
    let numbers = files.map(\.rawValue)
    let length = headerSize + numbers.count * MemoryLayout<Int32>.size
    // Aligned for a header, which needs at most the alignment of a word.
    var control = [UInt](repeating: 0, count: (length + MemoryLayout<UInt>.size - 1) / MemoryLayout<UInt>.size + 1)
    let sent = withMessage(of: &bytes, &control) { message, control in
      if numbers.isEmpty {
        message.msg_control = nil
        message.msg_controllen = 0
      } else {
        var header = cmsghdr()
        header.cmsg_len = .init(length)
        header.cmsg_level = SOL_SOCKET
        header.cmsg_type = .init(scmRights)
        control.storeBytes(of: header, as: cmsghdr.self)
        for (index, number) in numbers.enumerated() {
          control.storeBytes(of: number, toByteOffset: headerSize + index * 4, as: Int32.self)
        }
        #if !canImport(Darwin)
          message.msg_controllen = .init((length + 7) / 8 * 8)
        #endif
      }
      return sendmsg(socket.rawValue, &message, sendFlags | (isBlocking ? 0 : dontWait))
    }
    guard sent >= 0 else { throw Errno(rawValue: errno) }
    return sent
  }

  private static func receive(
    _ bytes: inout [UInt8], _ files: inout [FileDescriptor], from socket: FileDescriptor
  ) -> Int {
    var control = [UInt](repeating: 0, count: 16)
    return withMessage(of: &bytes, &control) { message, control in
      let count = recvmsg(socket.rawValue, &message, receiveFlags)
      // There is one header: only one kind of message is used, and the system joins the descriptors of one send.
      guard count >= 0, Int(message.msg_controllen) >= headerSize else { return count }
      let header = control.load(as: cmsghdr.self)
      guard header.cmsg_level == SOL_SOCKET, header.cmsg_type == scmRights else { return count }
      for offset in stride(from: headerSize, to: min(Int(header.cmsg_len), control.count - 3), by: 4) {
        files.append(FileDescriptor(rawValue: control.load(fromByteOffset: offset, as: Int32.self)))
      }
      return count
    }
  }

  /// Calls `body` with a message of some bytes and of the space for control messages.
  private static func withMessage(
    of bytes: inout [UInt8], _ control: inout [UInt], _ body: (inout msghdr, UnsafeMutableRawBufferPointer) -> Int
  ) -> Int {
    bytes.withUnsafeMutableBytes { bytes in
      control.withUnsafeMutableBytes { control in
        var vector = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        return withUnsafeMutablePointer(to: &vector) { vector in
          var message = msghdr()
          message.msg_iov = vector
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = .init(control.count)
          return body(&message, control)
        }
      }
    }
  }

  #if canImport(Glibc)
    private static let scmRights = Int32(SCM_RIGHTS)
  #else
    private static let scmRights = SCM_RIGHTS
  #endif
}
