/// Garmin's Flexible and Interoperable Data Transfer, protocol 2.0, accepted by sport services and watches.
///
/// ```
/// 0E 20 54 08 xx xx xx xx 2E 46 49 54 cc cc    header: its length, protocol, profile, length of the records, ".FIT", CRC
/// 40 00 00 14 00 06 FD 04 86 …                 definition: local kind 0 is message 20 with 6 fields, each number, size, type
/// 00 …                                         data of local kind 0
/// cc cc                                        CRC of everything before
/// ```
///
/// Every kind of message is defined before its use. A message has no field for a missing value, so that no program reads
/// the type's invalid value, such as 255 for a heart rate, as a measurement.
public enum FIT {
  /// Returns a workout's file: file_id, events, a record for each second with data, the beat intervals as hrv messages,
  /// a lap, a session, the activity.
  public static func bytes(_ recording: WorkoutRecording) -> [UInt8] {
    var records = FITRecords()
    let start = timestamp(recording.workout.start)
    let end = timestamp(recording.end)
    let elapsed = max(0, recording.workout.length)
    let active = recording.workout.activeLength
    let (sport, subSport) = sport(recording)
    let meters = recording.meters.map { Int(($0 * 100).rounded()) }
    let energy = recording.workout.kilocalories.map { Int($0.rounded()) }
    // 255 is "development", for products without a manufacturer ID from Garmin.
    records.append(
      0,
      [
        .init(0, .enum, 4), .init(1, .uint16, 255), .init(2, .uint16, 0), .init(3, .uint32z, 1),
        .init(4, .uint32, start),
      ])
    records.append(21, [.init(253, .uint32, start), .init(0, .enum, 0), .init(1, .enum, 0)])
    append(recording, to: &records)
    records.append(21, [.init(253, .uint32, end), .init(0, .enum, 0), .init(1, .enum, 4)])
    let common: [FITField] = [
      .init(254, .uint16, 0), .init(253, .uint32, end), .init(2, .uint32, start), .init(7, .uint32, elapsed),
      .init(8, .uint32, active), .init(9, .uint32, meters), .init(11, .uint16, energy), .init(1, .enum, 1),
      .init(10, .uint32, cycles(recording)),
    ]
    let heights = [Metric.ascent, .descent].map { recording.counts[$0].map { Int($0.rounded()) } }
    records.append(
      19,
      common + [
        .init(0, .enum, 9), .init(15, .uint8, recording.averageRate), .init(16, .uint8, recording.maximumRate),
        .init(25, .enum, sport), .init(21, .uint16, heights[0]), .init(22, .uint16, heights[1]),
      ])
    records.append(
      18,
      common + [
        .init(0, .enum, 8), .init(16, .uint8, recording.averageRate), .init(17, .uint8, recording.maximumRate),
        .init(5, .enum, sport), .init(6, .enum, subSport), .init(25, .uint16, 0), .init(26, .uint16, 1),
        .init(28, .enum, 0), .init(22, .uint16, heights[0]), .init(23, .uint16, heights[1]),
      ])
    records.append(
      34,
      [
        .init(253, .uint32, end), .init(0, .uint32, active), .init(1, .uint16, 1), .init(2, .enum, 0),
        .init(3, .enum, 26), .init(4, .enum, 1), .init(5, .uint32, end + recording.end.secondsFromGMT),
      ])
    return file(records.bytes)
  }

  /// Appends the records, one per second, each followed by the beats up to its time.
  private static func append(_ recording: WorkoutRecording, to records: inout FITRecords) {
    var beats = recording.beats[...]
    func appendBeats(until end: Int) {
      let due = beats.prefix { $0.time.milliseconds <= end }
      beats = beats.dropFirst(due.count)
      let intervals = due.map { Int($0.interval.rounded()) }
      for first in stride(from: 0, to: intervals.count, by: 5) {
        let few = (0..<5).map { first + $0 < intervals.count ? intervals[first + $0] : nil }
        records.append(78, [.init(0, .uint16, few)])
      }
    }
    for (index, point) in recording.points.enumerated() {
      let second = timestamp(point.time)
      // Times are whole seconds: of several points in one second, only the last is written.
      if index + 1 < recording.points.count, timestamp(recording.points[index + 1].time) == second { continue }
      records.append(
        20,
        [
          .init(253, .uint32, second), .init(3, .uint8, point.fileRate),
          .init(4, .uint8, point.cadence.map { recording.isOnFoot ? $0 / 2 : $0 }),
          .init(5, .uint32, point.meters.flatMap { units($0, 100) }),
          .init(6, .uint16, point.speed.flatMap { units($0, 1000) }), .init(7, .uint16, point.watts),
          .init(9, .sint16, point.inclination.flatMap { units($0, 100) }),
          .init(10, .uint8, point.resistance.flatMap { units($0, 1) }),
        ])
      appendBeats(until: point.time.milliseconds)
    }
    appendBeats(until: .max)
  }

  private static func units(_ value: Double, _ scale: Double) -> Int? {
    (-40_000_000...40_000_000).contains(value) ? Int((value * scale).rounded()) : nil
  }

  /// Strokes of rowing; strides of a runner, which are two steps; strides of an elliptical, as it counts them.
  private static func cycles(_ recording: WorkoutRecording) -> Int? {
    let counts = recording.counts
    let steps = recording.isOnFoot ? counts[.steps].map { $0 / 2 } : nil
    return (counts[.strokes] ?? counts[.strides] ?? steps).map { Int($0.rounded()) }
  }

  private static func file(_ records: [UInt8]) -> [UInt8] {
    var header: [UInt8] = [14, 0x20]
    header.append(littleEndian: 2132, width: 2)
    header.append(littleEndian: records.count, width: 4)
    header += [UInt8](".FIT".utf8)
    header.append(littleEndian: Int(crc(header)), width: 2)
    var file = header + records
    file.append(littleEndian: Int(crc(file)), width: 2)
    return file
  }

  /// Computes CRC-16/ARC: polynomial 8005 reflected, initial value 0.
  private static func crc(_ bytes: [UInt8]) -> UInt16 {
    bytes.reduce(0) { crc, byte in
      (0..<8).reduce(crc ^ UInt16(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xA001 : crc >> 1 }
    }
  }

  /// Returns the seconds since 1989-12-31T00:00:00Z.
  private static func timestamp(_ moment: Moment) -> Int { moment.milliseconds.floorDivided(by: 1000) - 631_065_600 }

  private static func sport(_ recording: WorkoutRecording) -> (sport: Int, subSport: Int) {
    switch (recording.workout.kind, recording.isIndoors) {
    case (.running, true): (1, 1)
    case (.running, false): (1, 0)
    case (.walking, true): (11, 27)
    case (.walking, false): (11, 0)
    case (.hiking, _): (17, 0)
    case (.cycling, true): (2, 6)
    case (.cycling, false): (2, 0)
    case (.rowing, true): (15, 14)
    case (.rowing, false): (15, 0)
    case (.elliptical, _): (4, 15)
    case (.stairs, _): (4, 16)
    case (.other, _): (0, 0)
    }
  }
}
