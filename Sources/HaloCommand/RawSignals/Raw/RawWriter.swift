import HaloFoundation
import Synchronization
import SystemPackage

/// Writes raw readings and markers as CSV or JSON lines, and measures the rate of each sensor.
final class RawWriter: Sendable {
  private struct State {
    var start: Date?
    var count = 0
    var markerCount = 0
    var file: FileDescriptor?
    /// The arrival of the first and the last reading of each sensor, and the number of readings.
    var spans: [RawReading.Sensor: (first: Date, last: Date, count: Int)] = [:]

    /// The last type and the number of frames that were not decoded.
    var undecoded: [RawReading.Sensor: (type: UInt8, count: Int)] = [:]

    /// Returns the time of the first line, which is `now` for the first call.
    mutating func begin(_ now: Date) -> Date {
      let begin = start ?? now
      start = begin
      return begin
    }
  }

  /// The destination of the lines.
  enum Place {
    /// No output: the readings are drawn instead.
    case nothing
    case standardOutput
    /// A file that is created with the first line.
    case newFile(FilePath)

    /// Checks that the file does not exist yet.
    static func newFile(_ path: String) throws -> Place {
      if (try? FileDescriptor.open(FilePath(path), .readOnly).close()) != nil {
        throw Failure(EX.ioError, "cannot write \(path): the file already exists and will not be overwritten.")
      }
      return .newFile(FilePath(path))
    }
  }

  private let place: Place
  private let format: LineFormat
  private let state = Mutex(State())

  init(to place: Place, as format: LineFormat) {
    self.place = place
    self.format = format
  }

  var count: Int { state.withLock { $0.count } }
  var markerCount: Int { state.withLock { $0.markerCount } }

  /// The problems of frames that were not decoded; empty if all were.
  var problems: [Phrase] {
    state.withLock(\.undecoded).map { sensor, frames in
      Phrase(
        """
        \(frames.count) frames of '\(sensor.rawValue)' have the type \(Int(frames.type)) \
        (\("0x" + Hexadecimal.string([frames.type]))), which this version of Halo cannot decode. Please report the type and the \
        device. If it is paired, the journal has the bytes.
        """)
    }
  }

  /// The measured rate of each sensor, in readings per second; `nil` before the second reading.
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

  func write(_ reading: RawReading, at time: WallTime) throws {
    if case .undecoded(let type) = reading.value {
      return state.withLock { $0.undecoded[reading.sensor] = (type, ($0.undecoded[reading.sensor]?.count ?? 0) + 1) }
    }
    let now = time.now.addingTimeInterval(-reading.delayMilliseconds / 1000)
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
      return RawRow(
        nil, marker: marker, time: now, start: state.begin(now), secondsFromGMT: time.secondsFromGMT(at: now))
    }
    try write(row)
  }

  private func write(_ row: RawRow) throws {
    let text = try format == .csv ? row.csv : VisibleText.json(row) + "\n"
    if let file = try openFile() { try StandardOutput.write(text.utf8, to: file) }
  }

  /// Returns the output file, created for the first line. CSV begins with a header.
  private func openFile() throws -> FileDescriptor? {
    try state.withLock { state -> FileDescriptor? in
      if let file = state.file { return file }
      switch place {
      case .nothing: return nil
      case .standardOutput: state.file = StandardStreams.current[.standardOutput]
      case .newFile(let path): state.file = try Self.create(path)
      }
      // In the lock, although it may block: no row of another task may precede the header.
      if format == .csv {
        try StandardOutput.write("time,seconds,sensor,raw,maximum,minimum,x,y,z,marker\n".utf8, to: state.file)
      }
      return state.file
    }
  }

  /// Creates a file that only its owner can read.
  private static func create(_ path: FilePath) throws -> FileDescriptor {
    do {
      return try FileDescriptor.open(
        path, .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
    } catch let error as Errno {
      throw Failure(EX.ioError, "cannot write \(path.string): \(error).")
    }
  }
}

/// One output line of `halo raw`.
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

  /// The row of a reading or of a marker.
  init(_ reading: RawReading?, marker: String? = nil, time: Date, start: Date, secondsFromGMT: Int) {
    self.time = TextFormat.timestamp(time, secondsFromGMT: secondsFromGMT)
    seconds = time.timeIntervalSince(start).rounded(parts: 1000)
    sensor = reading?.sensor.rawValue ?? "marker"
    self.marker = marker
    switch reading?.value {
    case .light(let raw, let maximum, let minimum): (self.raw, self.maximum, self.minimum) = (raw, maximum, minimum)
    case .acceleration(let x, let y, let z): (self.x, self.y, self.z) = (x, y, z)
    case .count(let count): raw = count
    case .voltage(let microvolts): raw = microvolts
    case .undecoded, nil: break
    }
  }

  var csv: String {
    func text(_ value: (some CustomStringConvertible)?) -> String { value?.description ?? "" }
    // Quote the marker: it may be a comma, a quotation mark or a line break.
    let quoted = marker.map {
      "\"" + $0.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
    return [
      time, text(seconds), sensor, text(raw), text(maximum), text(minimum), text(x?.rounded(parts: 1000)),
      text(y?.rounded(parts: 1000)), text(z?.rounded(parts: 1000)), quoted ?? "",
    ].joined(separator: ",") + "\n"
  }
}
