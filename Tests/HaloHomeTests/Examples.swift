import HaloTesting
import Foundation
import HaloHealth
import HaloJournal
import Logging
import Synchronization

@testable import HaloHome

extension TemporaryFolder {
  func text(_ name: String) -> String? { try? String(contentsOfFile: path(name), encoding: .utf8) }
  func lines(_ name: String) -> [String] { (text(name) ?? "").split(separator: "\n").map(String.init) }
}

/// Collects log lines, and waits for them.
final class Log: LogHandler {
  private let (stream, continuation) = AsyncStream<String>.makeStream()
  private let lines = Mutex<[String]>([])
  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  var logLevel: Logger.Level {
    get { .trace }
    set {}
  }

  subscript(metadataKey _: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) {
    lines.withLock { $0.append("\(event.message)") }
    continuation.yield("\(event.message)")
  }

  var all: [String] { lines.withLock { $0 } }
  var logger: Logger { Logger(label: "test") { _ in self } }

  /// Waits until `count` new lines with `part` were logged since the last call.
  func wait(for part: String, count: Int = 1) async {
    var left = count
    for await line in stream where line.contains(part) {
      left -= 1
      if left == 0 { return }
    }
  }
}

/// A clock that tests set.
final class ManualClock: Sendable {
  private let time: Mutex<Moment>

  init(_ time: Moment) { self.time = Mutex(time) }

  var now: Moment { time.withLock { $0 } }
  func move(hours: Double) { time.withLock { $0 = $0.after(hours: hours) } }
  var clock: HomeClock {
    HomeClock(now: { self.now }, sleep: { _ in try await Task.sleep(for: .seconds(3600)) })
  }
}

extension Moment {
  /// Noon of a day in November, at UTC+2.
  static let noon = Moment("2026-11-20T12:00:00+02:00") ?? Moment(milliseconds: 0, secondsFromGMT: 0)

  func after(hours: Double) -> Moment {
    Moment(milliseconds: milliseconds + Int(hours * 3_600_000), secondsFromGMT: secondsFromGMT)
  }
}

extension DeviceState {
  static func ring(_ identifier: String = "C3:11:22:33:44:55") -> DeviceState {
    DeviceState(identifier: identifier, name: "Left hand", family: "colmi-ring", wearer: "Ada")
  }

  func with(_ change: (inout DeviceState) -> Void) -> DeviceState {
    var state = self
    change(&state)
    return state
  }
}

extension DeviceNight {
  /// Returns a night of `hours` whose last hour is awake, reported that many hours after its end.
  static func ending(_ end: Moment, hours: Int = 8, toldAfter: Double?) -> DeviceNight {
    let start = end.after(hours: -Double(hours))
    return DeviceNight(
      Night(
        kind: .night, start: start.wallClock, end: end.wallClock,
        stages: [
          Night.Stretch(stage: .light, minutes: (hours - 2) * 60), Night.Stretch(stage: .deep, minutes: 60),
          Night.Stretch(stage: .awake, minutes: 60),
        ], provenance: Provenance(frames: [], decoder: "test")),
      start: start, reported: toldAfter.map { end.after(hours: $0) })
  }
}
