import HaloCaptures
import HaloFoundation

/// Parses arguments that select parts of a capture.
enum CaptureArguments {
  /// Parses a handle: `0x0012`, or `18`.
  static func handle(_ text: some StringProtocol) -> UInt16? {
    text.lowercased().hasPrefix("0x") ? UInt16(text.dropFirst(2), radix: 16) : UInt16(text)
  }

  /// A time: seconds from the start of the capture, or a local time.
  enum Time {
    case seconds(Double)
    case wallClock(WallClock)

    init(_ text: String) throws {
      if let seconds = Double(text), seconds.isFinite, abs(seconds) < 1e9 {
        self = .seconds(seconds)
      } else {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        let numbers = parts.count == 2 ? parts[1].split(separator: ":").map { Int($0) ?? -1 } : []
        guard let date = parts.first.flatMap({ CalendarDate($0) }), (2...3).contains(numbers.count),
          (0..<24).contains(numbers[0]), numbers.dropFirst().allSatisfy({ (0..<60).contains($0) })
        else {
          throw ValidationError(
            Phrase("'\(text)' is not a time. Write seconds from the start, such as 12.5, or 2026-11-20T08:15:30."))
        }
        let second = numbers.count == 3 ? numbers[2] : 0
        self = .wallClock(WallClock(date: date, hour: numbers[0], minute: numbers[1], second: second))
      }
    }

    /// Returns the time in a capture that starts at `start`.
    func moment(start: CaptureTime?) -> CaptureTime {
      switch self {
      case .seconds(let seconds):
        return CaptureTime(microseconds: (start?.microseconds ?? 0) &+ Int64(seconds * 1_000_000))
      case .wallClock(let clock):
        var offset = 0
        for _ in 0..<2 {
          let time = Date(timeIntervalSince1970: Double(clock.secondsSince1970 - offset))
          offset = WallTime.system.secondsFromGMT(at: time)
        }
        return CaptureTime(microseconds: Int64(clock.secondsSince1970 - offset) * 1_000_000)
      }
    }
  }
}

extension WallClock {
  /// The time with seconds: "08:15:30".
  var timeWithSeconds: String { "\(time):\(second < 10 ? "0" : "")\(second)" }
}

extension CaptureTime {
  /// The time with milliseconds, on a clock that shows it.
  func text(on clock: WallClock) -> String {
    let fraction = Int(microseconds % 1_000_000)
    let milliseconds = String((fraction < 0 ? fraction + 1_000_000 : fraction) / 1000)
    return "\(clock.timeWithSeconds)." + String(repeating: "0", count: 3 - milliseconds.count) + milliseconds
  }
  /// The offset of local time from GMT at this time, in seconds.
  var secondsFromGMT: Int {
    WallTime.system.secondsFromGMT(at: Date(timeIntervalSince1970: Double(microseconds) / 1_000_000))
  }

  /// The local time.
  var localClock: WallClock { wallClock(secondsFromGMT: secondsFromGMT) }
}
