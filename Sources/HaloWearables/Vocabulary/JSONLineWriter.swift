/// Writes messages as lines of JSON into a reusable byte buffer.
///
/// Foundation's `JSONEncoder` takes microseconds per message, which is too slow for captures of a whole day and for raw
/// sensor streams on a Raspberry Pi. This writer appends to the buffer directly and allocates nothing per message
/// (`Benchmarks/README.md` has the figures).
public struct JSONLineWriter: Sendable {
  @usableFromInline var storage = [UInt8](repeating: 0, count: 4096)
  /// The number of bytes in the buffer.
  public private(set) var count = 0

  /// Creates an empty writer.
  public init() {}

  /// The bytes in the buffer, UTF-8.
  public var bytes: ArraySlice<UInt8> { storage[..<count] }

  /// Empties the buffer and keeps its memory.
  public mutating func removeAll() { count = 0 }

  /// Appends `message` as one line.
  @inlinable
  public mutating func append(_ message: some MessageFields) {
    message.appendJSONLine(to: &self)
  }

  /// Appends the output of `body`. If the buffer is too small, it is doubled and `body` is called again.
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

  /// Adds the bytes to the count. If `written` is `nil`, doubles the buffer and returns false.
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
