import Foundation
import WholeRecordings
import HaloSignals
import Testing

/// Compares people's light with the intervals measured by a strap, if the reference data is in the folder beside the
/// project.
@Suite("Heart rate of people")
struct SharedHeartRateTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../../shared/signals/welltory").standardized
  private static let isHere = FileManager.default.fileExists(atPath: folder.path())

  /// Returns a person's red light with times in seconds, and the strap's intervals in seconds.
  private static func person(_ folder: URL) throws -> (times: [Double], light: [Double], intervals: [Double]) {
    let rows = try String(contentsOf: folder.appending(path: "PPG.csv"), encoding: .utf8)
      .split(whereSeparator: \.isNewline).dropFirst().map { $0.split(separator: ",").compactMap { Double($0) } }
    let intervals = try String(contentsOf: folder.appending(path: "RR.txt"), encoding: .utf8)
      .split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    return (rows.map { $0[0] / 1000 }, rows.map { $0[1] }, intervals.map { $0 / 1000 })
  }

  /// Returns the heart rate from the intervals in a window, as in `scripts/accuracy`.
  private static func reference(_ intervals: [Double], _ window: HeartRateWindow) -> Double? {
    var (end, inside) = (0.0, [Double]())
    for interval in intervals {
      end += interval
      if end - interval >= window.start, end <= window.end { inside.append(interval) }
    }
    guard end >= window.start + 0.8 * HeartRateEstimator.window, !inside.isEmpty else { return nil }
    return 60 * Double(inside.count) / inside.reduce(0, +)
  }

  @Test(.enabled(if: isHere, "../shared/signals is not here"))
  func `equals the strap's in most windows, and the others have a reason`() throws {
    let people = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
    var (errors, windows) = ([Double](), 0)
    for folder in people {
      let (times, light, intervals) = try Self.person(folder)
      for window in HeartRate.windows(times: times, light: light) {
        guard let truth = Self.reference(intervals, window) else { continue }
        windows += 1
        if let bpm = window.bpm { errors.append(abs(bpm - truth)) }
      }
    }
    try #require(windows > 300)
    #expect(Double(errors.count) >= 0.8 * Double(windows))
    #expect(Double(errors.count { $0 <= 5 }) >= 0.94 * Double(errors.count))
    #expect(errors.reduce(0, +) / Double(errors.count) <= 2.2)
  }

  @Test(.enabled(if: isHere, "../shared/signals is not here"))
  func `is reported in every window for sharp and variable pulses`() throws {
    let text = try String(
      contentsOf: Self.folder.appending(path: "../rest/heartpy-data-100hz.csv"), encoding: .utf8)
    let windows = HeartRate.windows(
      light: text.split(whereSeparator: \.isNewline).dropFirst().compactMap { Double($0) }, rate: 100)
    try #require(windows.count == 9)
    #expect(windows.count { $0.bpm != nil } >= 8)
    // 24 beats in 25 s.
    #expect(windows.allSatisfy { abs(($0.bpm ?? 58) - 58) < 6 })
  }
}
