/// A value of a characteristic as it went over the air, or a message that was joined from several.
public struct CharacteristicFrame: Hashable, Sendable {
  /// When; `nil` where the file does not say. Of a joined message, when it began.
  public let time: CaptureTime?
  /// The link, counted from 1.
  public let link: Int
  /// The value; it may be empty.
  public let bytes: [UInt8]

  /// A frame.
  public init(time: CaptureTime? = nil, link: Int = 1, bytes: [UInt8]) {
    self.time = time
    self.link = link
    self.bytes = bytes
  }
}
