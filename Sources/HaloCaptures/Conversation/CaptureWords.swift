public import HaloBluetooth
public import HaloHealth

/// Makes texts of what a capture holds, each but once.
public struct CaptureWords {
  private var uuids: [BluetoothUUID: String] = [:]
  private var addresses: [DeviceAddress: String] = [:]
  /// The latest second with its text.
  private var second: (seconds: Int64, text: [UInt8])?

  /// Nothing made yet.
  public init() {}

  /// A UUID, short where it can be.
  public mutating func text(_ uuid: BluetoothUUID) -> String {
    if let text = uuids[uuid] { return text }
    let text = uuid.description
    uuids[uuid] = text
    return text
  }

  /// An address.
  public mutating func text(_ address: DeviceAddress) -> String {
    if let text = addresses[address] { return text }
    let text = address.description
    addresses[address] = text
    return text
  }

  /// A moment in UTC: `2021-02-01T03:28:11.850345Z`.
  public mutating func time(_ time: CaptureTime) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    append(time, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a moment in UTC.
  public mutating func append(_ time: CaptureTime, to bytes: inout [UInt8]) {
    let (seconds, fraction) = time.parts
    if second?.seconds != seconds { second = (seconds, [UInt8]("\(time.wallClock(secondsFromGMT: 0)).".utf8)) }
    if let second { bytes.append(contentsOf: second.text) }
    var rest = Int(fraction)
    var scale = 100_000
    while scale > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / scale))
      rest %= scale
      scale /= 10
    }
    bytes.append(UInt8(ascii: "Z"))
  }
}

extension CaptureTime {
  /// Whole seconds since 1970, and the microseconds above them.
  var parts: (seconds: Int64, microseconds: Int64) {
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return rest < 0 ? (seconds - 1, rest + 1_000_000) : (seconds, rest)
  }

  /// The clock on the wall where that is so many seconds ahead of GMT.
  public func wallClock(secondsFromGMT: Int) -> WallClock {
    WallClock(secondsSince1970: Int(parts.seconds) + secondsFromGMT)
  }
}
