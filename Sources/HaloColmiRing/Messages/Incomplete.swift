public import HaloWearables

extension ColmiRing {
  /// An answer of several frames of which some never came.
  public struct Incomplete: RingMessage {
    /// What the answer was about, in the words of the message types; `bigData` where not even the id came, `unknown` where
    /// the id has no type.
    public let of: String
    /// How many of its frames came.
    public let frames: Int

    init(of log: Log, frames: Int) {
      of = log.rawValue
      self.frames = frames
    }

    init(bigDataID: UInt8?, frames: Int) {
      of = bigDataID.map { BigDataForm.of($0)?.log.rawValue ?? "unknown" } ?? "bigData"
      self.frames = frames
    }

    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("frames", frames)
      fields.field("of", of)
      fields.field("type", "incomplete")
    }
  }
}
