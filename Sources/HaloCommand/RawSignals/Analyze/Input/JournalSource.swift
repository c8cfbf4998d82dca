import HaloInterchange

/// A device's raw streams in the journal.
struct JournalSource: SignalSource {
  private let journal: Journal
  private let device: Device
  private let span: Range<Moment>
  private let columns: [(sensor: RawSensor, channel: Int)]

  var rate: Double? { nil }
  var isRepeatable: Bool { true }

  /// Selects the streams of `device` in a time range, or its latest stream if no time is given. The columns are sensors
  /// by their names in `halo raw`, and `x`, `y`, `z` of the acceleration.
  init(_ journal: Journal, _ device: Device, columns: [String], from: Moment?, to: Moment?) throws {
    self.journal = journal
    self.device = device
    let axes = ["x", "y", "z"]
    self.columns = try columns.map { column in
      if let axis = axes.firstIndex(of: column) { return (.accelerometer, axis) }
      guard let sensor = RawSensor(rawValue: column), sensor.channels == 1 else {
        let names = RawSensor.allCases.filter { $0.channels == 1 }.map(\.rawValue) + axes
        throw SignalError(
          "there is no sensor '\(column)'. The sensors are \(names.joined(separator: ", ")).", .request)
      }
      return (sensor, 0)
    }
    let streams = try journal.rawStreams(of: device)
    guard let latest = streams.last else {
      throw SignalError("\(device.name) has no raw stream in the journal; record one with 'halo raw'")
    }
    if from == nil, to == nil {
      span = latest
    } else {
      let ever = streams.reduce(latest) { min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound) }
      let start = from ?? ever.lowerBound
      let end = to ?? ever.upperBound
      guard start < end else { throw SignalError("--from is not before --to", .request) }
      span = start..<end
    }
  }

  func read(_ body: (SignalBlock) throws -> Void) throws -> SignalSummary {
    var rows = SignalRows(columns: columns.count, isTimed: true)
    guard let first = columns.first else { return rows.summary }
    // Read one hour at a time to bound memory. Chunks last a minute, so the previous one may overlap the start.
    var start = span.lowerBound - .minutes(1)
    var number = 0
    // A clock that was wrong may have put years between two of them.
    while let next = try journal.firstRaw(first.sensor, of: device, from: start), next < span.upperBound {
      start = max(start, next - .minutes(1))
      let range = start..<min(start + .hours(1), span.upperBound)
      start = range.upperBound
      var chunks: [RawSensor: [Reading]] = [:]
      for sensor in Set(columns.map(\.sensor)) {
        chunks[sensor] = try journal.raw(sensor, of: device, in: range).flatMap(Self.readings)
      }
      var follower = columns.map { _ in 0 }
      for reading in chunks[first.sensor] ?? []
      where span.lowerBound.milliseconds <= reading.time && reading.time < span.upperBound.milliseconds {
        number += 1
        let row = columns.indices.map { index in
          let (sensor, channel) = columns[index]
          return sensor == first.sensor
            ? Double(reading.values[reading.values.startIndex + channel])
            : Self.value(at: reading.time, of: chunks[sensor] ?? [], channel, from: &follower[index])
        }
        try rows.add(time: Double(reading.time) / 1000, values: row, number: number, body)
      }
    }
    try rows.finish(body)
    return rows.summary
  }

  /// A reading and its time in milliseconds.
  private typealias Reading = (time: Int, values: ArraySlice<Float>)

  private static func readings(_ chunk: RawChunk) -> [Reading] {
    let channels = chunk.sensor.channels
    return chunk.offsets.enumerated().map { index, offset in
      (chunk.start.milliseconds + Int(offset), chunk.values[index * channels..<(index + 1) * channels])
    }
  }

  /// Returns another sensor's value at a time, interpolated linearly between its readings; NaN if they are more than
  /// a second apart.
  private static func value(at time: Int, of readings: [Reading], _ channel: Int, from index: inout Int) -> Double {
    while index + 1 < readings.count, readings[index + 1].time <= time { index += 1 }
    guard index < readings.count else { return .nan }
    func value(_ reading: Reading) -> Double { Double(reading.values[reading.values.startIndex + channel]) }
    let before = readings[index]
    if before.time == time { return value(before) }
    guard before.time < time, index + 1 < readings.count else { return .nan }
    let after = readings[index + 1]
    guard after.time - before.time <= 1000 else { return .nan }
    return value(before) + (value(after) - value(before)) * Double(time - before.time)
      / Double(after.time - before.time)
  }
}
