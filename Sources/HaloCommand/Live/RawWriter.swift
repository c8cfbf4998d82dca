import HaloBluetooth
import HaloWearables
import Synchronization
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes raw readings and markers as CSV or JSON lines, and knows how often they came.
final class RawWriter: Sendable {
  private struct State {
    var start: Date?
    var count = 0
    var markerCount = 0
    /// When the first and the last reading of a sensor came, and how many there were.
    var spans: [RawReading.Sensor: (first: Date, last: Date, count: Int)] = [:]

    /// When the first line came, which may be this one.
    mutating func begin(_ now: Date) -> Date {
      let begin = start ?? now
      start = begin
      return begin
    }
  }

  private let file: FileDescriptor?
  private let format: RawCommand.Format
  private let state = Mutex(State())

  /// A writer; `nil` for a file writes nothing and counts all the same.
  init(to file: FileDescriptor?, as format: RawCommand.Format) {
    self.file = file
    self.format = format
  }

  var count: Int { state.withLock { $0.count } }
  var markerCount: Int { state.withLock { $0.markerCount } }

  /// Readings a second of each sensor, as they truly came; `nil` before there are two.
  var rates: [(sensor: RawReading.Sensor, hertz: Double?, count: Int)] {
    state.withLock { state in
      RawReading.Sensor.allCases.compactMap { sensor in
        state.spans[sensor].map { span in
          let seconds = span.last.timeIntervalSince(span.first)
          return (sensor, seconds > 0 ? Double(span.count - 1) / seconds : nil, span.count)
        }
      }
    }
  }

  func begin() throws {
    if format == .csv { try write("time,seconds,sensor,raw,maximum,minimum,x,y,z,marker\n") }
  }

  func write(_ reading: RawReading, at time: WallTime) throws {
    let now = time.now
    let row = state.withLock { state in
      state.count += 1
      let span = state.spans[reading.sensor]
      state.spans[reading.sensor] = (span?.first ?? now, now, (span?.count ?? 0) + 1)
      return RawRow(reading, time: now, start: state.begin(now), secondsFromGMT: time.secondsFromGMT(at: now))
    }
    try write(row)
  }

  func write(marker: String, at time: WallTime) throws {
    let now = time.now
    let row = state.withLock { state in
      state.markerCount += 1
      return RawRow(marker: marker, time: now, start: state.begin(now), secondsFromGMT: time.secondsFromGMT(at: now))
    }
    try write(row)
  }

  private func write(_ row: RawRow) throws {
    switch format {
    case .csv: try write(row.csv)
    case .jsonl:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      try write(String(decoding: encoder.encode(row), as: UTF8.self) + "\n")
    }
  }

  private func write(_ text: String) throws {
    guard let file else { return }
    try StandardOutput.write(text.utf8, to: file)
  }
}

/// A line of `halo raw`.
private struct RawRow: Encodable {
  let time: String
  let seconds: Double
  let sensor: String
  var raw: Int?
  var maximum: Int?
  var minimum: Int?
  var x: Double?
  var y: Double?
  var z: Double?
  var marker: String?

  init(_ reading: RawReading, time: Date, start: Date, secondsFromGMT: Int) {
    self.init(reading.sensor.rawValue, time, start, secondsFromGMT)
    switch reading.value {
    case .light(let raw, let maximum, let minimum): (self.raw, self.maximum, self.minimum) = (raw, maximum, minimum)
    case .acceleration(let x, let y, let z): (self.x, self.y, self.z) = (x, y, z)
    }
  }

  init(marker: String, time: Date, start: Date, secondsFromGMT: Int) {
    self.init("marker", time, start, secondsFromGMT)
    self.marker = marker
  }

  private init(_ sensor: String, _ time: Date, _ start: Date, _ secondsFromGMT: Int) {
    self.time = Words.timestamp(time, secondsFromGMT: secondsFromGMT)
    seconds = Self.thousandths(time.timeIntervalSince(start))
    self.sensor = sensor
  }

  var csv: String {
    func text(_ value: (some CustomStringConvertible)?) -> String { value?.description ?? "" }
    // A marker may be a comma, a quotation mark or a line break.
    let quoted = marker.map {
      "\"" + $0.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
    return [
      time, text(seconds), sensor, text(raw), text(maximum), text(minimum), text(x.map(Self.thousandths)),
      text(y.map(Self.thousandths)), text(z.map(Self.thousandths)), quoted ?? "",
    ].joined(separator: ",") + "\n"
  }

  private static func thousandths(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
