public import HaloFoundation
import HaloLibc

/// The current time and local time zone, injectable for simulations and tests.
///
/// A closure returns the zone's offset, instead of Foundation's `TimeZone`: on Linux, that type supports zones other
/// than GMT only with all of ICU.
public struct WallTime: Sendable {
  private let readNow: @Sendable () -> Date
  private let readOffset: @Sendable (Date) -> Int
  /// The local time zone, if its name is known: `Europe/Berlin`.
  public let zone: String

  /// A source of time. `now` returns the current time, `secondsFromGMT` the offset from GMT in force at a time.
  public init(
    zone: String, secondsFromGMT: @escaping @Sendable (Date) -> Int, now: @escaping @Sendable () -> Date
  ) {
    self.zone = zone
    readOffset = secondsFromGMT
    readNow = now
  }

  /// The time that replaces this machine's in the current task, for a program that runs Halo's commands.
  @TaskLocal package static var replacement: WallTime?

  /// This machine's clock and time zone.
  public static var system: WallTime { replacement ?? system(now: { Date() }) }

  /// Returns this machine's time zone with another clock.
  public static func system(now: @escaping @Sendable () -> Date) -> WallTime {
    if let replacement {
      return WallTime(zone: replacement.zone, secondsFromGMT: replacement.readOffset, now: now)
    }
    return WallTime(zone: systemZoneName(), secondsFromGMT: systemOffset, now: now)
  }

  /// The current time.
  public var now: Date { readNow() }

  /// Returns the local offset from GMT at a time, in seconds.
  public func secondsFromGMT(at time: Date) -> Int { readOffset(time) }

  /// Returns the name of a zone that is known only by its offset: "GMT+08:00".
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

  /// Returns `TZ`; if it is not set, the system's zone. On Apple's systems `/etc/localtime` does not name the zone.
  private static func systemZoneName() -> String {
    if let name = getenv("TZ") {
      let text = String(cString: name)
      return text.isEmpty ? "GMT" : String(text.drop { $0 == ":" })
    }
    #if canImport(Darwin)
      return TimeZone.autoupdatingCurrent.identifier
    #else
      var buffer = [CChar](repeating: 0, count: 1024)
      let count = readlink("/etc/localtime", &buffer, buffer.count - 1)
      guard count > 0 else { return "GMT" }
      let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return path.split(separator: "/").drop { $0 != "zoneinfo" }.dropFirst().joined(separator: "/")
    #endif
  }
}
