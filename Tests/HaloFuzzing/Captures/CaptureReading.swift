public import HaloCaptures

/// The content that Halo finds in a file.
public struct CaptureReading: Sendable {
  public var operations: [CapturedOperation] = []
  public var events: [CaptureDecoder.Event] = []
  public var problems: CaptureProblems
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
