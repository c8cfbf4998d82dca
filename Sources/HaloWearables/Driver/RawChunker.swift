/// Groups raw readings by sensor and minute.
public struct RawChunker: Sendable {
  private struct Key: Hashable {
    let sensor: RawSensor
    let minute: Int
  }

  private static let minute = Duration.minutes(1).milliseconds

  private var chunks: [Key: (start: Moment, countsPerG: Int?, offsets: [UInt16], values: [Float])] = [:]

  /// Creates a chunker without readings.
  public init() {}

  /// Adds a reading that was taken at `time`.
  public mutating func add(_ reading: RawReading, at time: Moment) {
    if case .undecoded = reading.value { return }
    let minute = time.milliseconds.floorDivided(by: Self.minute)
    let key = Key(sensor: reading.sensor, minute: minute)
    // Removed before it is changed, so that the array is not copied for each of hundreds of readings per second.
    var chunk =
      chunks.removeValue(forKey: key)
      ?? (Moment(milliseconds: minute * Self.minute, secondsFromGMT: time.secondsFromGMT), reading.countsPerG, [], [])
    chunk.offsets.append(UInt16(time.milliseconds - minute * Self.minute))
    chunk.values += reading.values.map { Float($0) }
    chunks[key] = chunk
  }

  /// Returns the chunks, ordered by sensor and minute.
  public func finish() -> [RawChunk] {
    chunks.map { key, chunk in
      RawChunk(
        key.sensor, start: chunk.start, offsets: chunk.offsets, values: chunk.values, countsPerG: chunk.countsPerG)
    }.sorted { ($0.start, $0.sensor.rawValue) < ($1.start, $1.sensor.rawValue) }
  }
}
