public import HaloCaptures

/// The content that Halo finds in a file.
public struct CaptureReading: Sendable {
  /// The attribute protocol operations, in the file's order.
  public var operations: [CapturedOperation] = []
  /// Connections, disconnections and the file's other events besides operations, in order.
  public var events: [CaptureDecoder.Event] = []
  /// Records that could not be read.
  public var problems: CaptureProblems
  /// Traffic that could not be decoded.
  public var losses: DecodingProblems

  /// Reads a file; with `chunk`, from a source that returns at most that many bytes at once.
  public init(_ bytes: [UInt8], chunk: Int = .max) throws {
    var position = 0
    var reader = try CaptureReader { count in
      let size = min(count, chunk, bytes.count - position)
      defer { position += size }
      return [UInt8](bytes[position..<position + size])
    }
    var decoder = CaptureDecoder()
    var operations: [CapturedOperation] = []
    var events: [CaptureDecoder.Event] = []
    try reader.forEach { record in
      decoder.receive(record) {
        events.append($0)
      } operation: {
        operations.append(CapturedOperation($0))
      }
    }
    decoder.finish()
    (self.operations, self.events) = (operations, events)
    (problems, losses) = (reader.problems, decoder.losses)
  }
}
