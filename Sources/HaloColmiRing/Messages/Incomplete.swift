extension ColmiRing {
  /// An answer of several frames, some of which were lost.
  public struct Incomplete: RingMessage {
    /// The type of the incomplete message; `bigData` if not even the id was received, `unknown` if the id has no type.
    public let of: String
    /// The number of frames received.
    public let frames: Int

    init(of log: Log, frames: Int) {
      of = log.rawValue
      self.frames = frames
    }

    init(bigDataID: UInt8?, frames: Int) {
      of = bigDataID.map { BigDataForm.of($0)?.log.rawValue ?? "unknown" } ?? "bigData"
      self.frames = frames
    }

    /// Reports the frames of an answer of which the rest did not come.
    static func report(_ frames: [Int], of log: Log, emit: (Message, FrameTrail) -> Void) {
      guard let trail = FrameTrail(frames.sorted()) else { return }
      emit(.incomplete(Incomplete(of: log, frames: frames.count)), trail)
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("frames", frames)
      fields.field("of", of)
      fields.field("type", "incomplete")
    }
  }
}
