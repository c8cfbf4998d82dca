#if BlueZ && os(Linux)
  import Glibc

  /// A file descriptor received over the bus, closed with its last reference.
  final class BusDescriptor: Sendable, Hashable {
    let rawValue: Int32

    /// Takes ownership of a descriptor.
    init(_ rawValue: Int32) { self.rawValue = rawValue }

    deinit { close(rawValue) }

    static func == (left: BusDescriptor, right: BusDescriptor) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
#endif
