/// A frame in the report of `halo verify-ring` or the bundle of `halo doctor`, with measured values replaced or left
/// out.
package struct AnonymousFrame: Codable, Equatable {
  /// The seconds since the first frame, to the millisecond.
  package let seconds: Double
  package let direction: String
  /// The characteristic's UUID.
  package let characteristic: String
  /// The bytes; `nil` if their meaning is unknown, so that they may be private.
  package var hex: String?
  /// The number of bytes that were left out.
  package var byteCount: Int?

  private enum CodingKeys: String, CodingKey {
    case seconds, direction, characteristic, hex
    case byteCount = "bytes"
  }

  /// `milliseconds` is the time since the first frame. If the clock was set back, it is 0.
  package init(
    _ direction: RecordedFrame.Direction, _ characteristic: BluetoothUUID, milliseconds: Int, hex: String? = nil,
    byteCount: Int? = nil
  ) {
    seconds = Double(max(0, milliseconds)) / 1000
    self.direction = direction.rawValue
    self.characteristic = characteristic.description
    self.hex = hex
    self.byteCount = byteCount
  }
}
