/// Formats UUIDs, addresses and times of a capture as text, and caches the results.
public struct CaptureFormatter {
  private var uuids: [BluetoothUUID: String] = [:]
  private var addresses: [DeviceAddress: String] = [:]
  /// The text of the latest time, and its second.
  private var text: [UInt8] = []
  private var secondOfText: Int64 = 0

  /// Creates an empty cache.
  public init() {}

  /// Returns a UUID as text, in its short form if it has one.
  public mutating func text(_ uuid: BluetoothUUID) -> String { Self.text(uuid, &uuids) }

  /// Returns an address as text.
  public mutating func text(_ address: DeviceAddress) -> String { Self.text(address, &addresses) }

  private static func text<Key: Hashable & CustomStringConvertible>(_ key: Key, _ known: inout [Key: String]) -> String
  {
    if let text = known[key] { return text }
    let text = key.description
    known[key] = text
    return text
  }

  /// Returns a time in UTC, such as `2021-02-01T03:28:11.850345Z`.
  public mutating func time(_ time: CaptureTime) -> String { String(decoding: bytes(of: time), as: UTF8.self) }

  /// Returns a time in UTC as UTF-8.
  public mutating func bytes(of time: CaptureTime) -> [UInt8] {
    let (seconds, fraction) = time.parts
    if secondOfText != seconds || text.isEmpty {
      secondOfText = seconds
      text = [UInt8]("\(time.wallClock(secondsFromGMT: 0)).000000Z".utf8)
    }
    var rest = UInt32(truncatingIfNeeded: fraction)
    for index in 2...7 {
      text[text.count - index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    return text
  }
}

extension CaptureTime {
  /// The whole seconds since 1970, and the remaining microseconds.
  var parts: (seconds: Int64, microseconds: Int64) {
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return rest < 0 ? (seconds - 1, rest + 1_000_000) : (seconds, rest)
  }

  /// The local time in a zone that is this many seconds ahead of GMT.
  public func wallClock(secondsFromGMT: Int) -> WallClock {
    WallClock(secondsSince1970: Int(parts.seconds) + secondsFromGMT)
  }
}
