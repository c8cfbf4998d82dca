import HaloBluetooth

/// A value that went through a characteristic, as a report of `halo verify-ring` and a bundle of `halo doctor` show it: what was measured
/// is made up, or left out.
struct AnonymousFrame: Codable, Equatable {
  /// Since the first frame, to the millisecond.
  let seconds: Double
  let direction: String
  /// Its UUID.
  let characteristic: String
  /// The bytes; `nil` if nothing is known of them, so that they may be anything.
  var hex: String?
  /// How many bytes were left out.
  var byteCount: Int?

  private enum CodingKeys: String, CodingKey {
    case seconds, direction, characteristic, hex
    case byteCount = "bytes"
  }

  /// `milliseconds` is the time since the first frame. A clock that was set back meanwhile makes it 0.
  init(
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
