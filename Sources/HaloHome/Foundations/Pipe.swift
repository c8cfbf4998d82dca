import HaloLibc
package import SystemPackage

/// A pipe whose two ends are not inherited by child processes.
package struct Pipe: Sendable {
  package let read: FileDescriptor
  package let write: FileDescriptor

  package init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    read = FileDescriptor(rawValue: ends[0])
    write = FileDescriptor(rawValue: ends[1])
  }
}
