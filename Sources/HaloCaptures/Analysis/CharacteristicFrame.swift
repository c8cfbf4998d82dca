/// A characteristic's value as transmitted, or a message joined from several values.
public struct CharacteristicFrame: Hashable, Sendable {
  /// The time, of a joined message the time of its first frame; `nil` if the file contains no times.
  public let time: CaptureTime?
  /// The link, numbered from 1.
  public let link: Int
  /// The value, possibly empty.
  public internal(set) var bytes: [UInt8]

  /// Creates a frame.
  public init(time: CaptureTime? = nil, link: Int = 1, bytes: [UInt8]) {
    self.time = time
    self.link = link
    self.bytes = bytes
  }
}
