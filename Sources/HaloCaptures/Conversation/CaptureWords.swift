public import HaloBluetooth
public import HaloHealth

/// Makes texts of what a capture holds, each but once.
public struct CaptureWords {
  private var uuids: [BluetoothUUID: String] = [:]
  private var addresses: [DeviceAddress: String] = [:]
  /// The text of the latest time, and its second.
  private var text: [UInt8] = []
  private var secondOfText: Int64 = 0

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
  public mutating func time(_ time: CaptureTime) -> String { String(decoding: bytes(of: time), as: UTF8.self) }

  /// The bytes of that.
  public mutating func bytes(of time: CaptureTime) -> [UInt8] {
    let (seconds, fraction) = time.parts
    if secondOfText != seconds || text.isEmpty {
      secondOfText = seconds
      text = [UInt8]("\(time.wallClock(secondsFromGMT: 0)).000000Z".utf8)
    }
    var rest = UInt32(truncatingIfNeeded: fraction)
    for place in 2...7 {
      text[text.count - place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    return text
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
