#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What time it is here, handed in so that it can be made up.
///
/// The zone is asked for its offset through a closure and not kept as Foundation's `TimeZone`: on Linux that knows zones other than
/// GMT only with the whole of ICU behind it.
public struct WallTime: Sendable {
  private let readNow: @Sendable () -> Date
  private let readOffset: @Sendable (Date) -> Int
  /// The zone in force, as far as it has a name: `Europe/Berlin`.
  public let zone: String

  /// A clock on the wall: `now` is asked whenever the time is needed, `secondsFromGMT` for the offset in force at a time.
  public init(
    zone: String, secondsFromGMT: @escaping @Sendable (Date) -> Int, now: @escaping @Sendable () -> Date
  ) {
    self.zone = zone
    readOffset = secondsFromGMT
    readNow = now
  }

  /// This machine's clock and zone.
  public static var system: WallTime { system(now: { Date() }) }

  /// This machine's zone and another clock.
  public static func system(now: @escaping @Sendable () -> Date) -> WallTime {
    WallTime(zone: systemZoneName(), secondsFromGMT: systemOffset, now: now)
  }

  /// The time now.
  public var now: Date { readNow() }

  /// Seconds that the clock on the wall is ahead of GMT at a time.
  public func secondsFromGMT(at time: Date) -> Int { readOffset(time) }

  /// The name of a zone of which only the offset is known: "GMT+08:00".
  public static func zoneName(secondsFromGMT: Int) -> String {
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = abs(secondsFromGMT) / 60
    return "GMT\(secondsFromGMT < 0 ? "-" : "+")\(digits(minutes / 60)):\(digits(minutes % 60))"
  }

  private static func systemOffset(at time: Date) -> Int {
    tzset()
    var seconds = time_t(time.timeIntervalSince1970.rounded(.down))
    var parts = tm()
    return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
  }

  /// `TZ`, or what `/etc/localtime` is a link to.
  private static func systemZoneName() -> String {
    if let name = getenv("TZ") {
      let text = String(cString: name)
      return text.isEmpty ? "GMT" : String(text.drop { $0 == ":" })
    }
    var buffer = [CChar](repeating: 0, count: 1024)
    let count = readlink("/etc/localtime", &buffer, buffer.count - 1)
    guard count > 0 else { return "GMT" }
    let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.split(separator: "/").drop { $0 != "zoneinfo" }.dropFirst().joined(separator: "/")
  }
}
