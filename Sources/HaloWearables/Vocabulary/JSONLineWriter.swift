/// Writes messages as lines of JSON into a byte buffer that is reused.
///
/// Foundation's `JSONEncoder` takes microseconds a message; a day of frames read from a capture, or a stream of raw sensor
/// packets on a Raspberry Pi, should cost less. This one writes straight into the buffer and allocates nothing per message
/// (`Benchmarks/README.md` has the figures).
public struct JSONLineWriter: Sendable {
  @usableFromInline var storage = [UInt8](repeating: 0, count: 4096)
  /// Count of bytes written and not yet removed.
  public private(set) var count = 0

  /// An empty writer.
  public init() {}

  /// What was written and not yet removed, UTF-8.
  public var bytes: ArraySlice<UInt8> { storage[..<count] }

  /// Forgets what was written and keeps the memory.
  public mutating func removeAll() { count = 0 }

  /// Appends `message` as one line.
  @inlinable
  public mutating func append(_ message: some MessageFields) {
    message.appendJSONLine(to: &self)
  }

  /// Appends what `body` writes. Where the room does not suffice it is doubled and `body` called again.
  @inlinable @inline(__always)
  mutating func append(_ body: (inout JSONFields) -> Void) {
    while true {
      let written = storage.withUnsafeMutableBufferPointer { storage in
        var fields = JSONFields(UnsafeMutableBufferPointer(rebasing: storage[count...]))
        body(&fields)
        return fields.writtenCount
      }
      if take(written) { return }
    }
  }

  /// Counts what was written; doubles the room if it did not suffice (`nil`), and returns false.
  @usableFromInline
  mutating func take(_ written: Int?) -> Bool {
    guard let written else {
      storage.append(contentsOf: repeatElement(0, count: storage.count))
      return false
    }
    count += written
    return true
  }
}
