import GRDB
public import HaloHealth

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Journal {
  /// The raw readings of a sensor whose minute begins within a time, in order.
  public func raw(
    _ sensor: RawSensor, wearer: String? = nil, of device: Device? = nil, in time: Range<Moment>
  ) throws -> [RawChunk] {
    try read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT raw.start, raw.offset, raw.data, raw.counts FROM raw JOIN session ON session.id = raw.session
          JOIN device ON device.id = session.device JOIN wearer ON wearer.id = device.wearer
          WHERE raw.sensor = ? AND raw.start >= ? AND raw.start < ? AND (? IS NULL OR wearer.name = ?)
            AND (? IS NULL OR device.id = ?) ORDER BY raw.start
          """,
        arguments: [
          sensor.rawValue, time.lowerBound.milliseconds, time.upperBound.milliseconds, wearer, wearer, device?.id,
          device?.id,
        ]
      ).map { row in
        try RawChunk(
          sensor, start: Moment(milliseconds: row.value(0), secondsFromGMT: row.value(1)), data: row.value(2),
          countsPerG: row[3])
      }
    }
  }

  /// When a device streamed raw readings, each stream from its first minute to the end of its last, in order.
  public func rawStreams(of device: Device) throws -> [Range<Moment>] {
    try read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT min(raw.start), max(raw.start), min(raw.offset) FROM raw JOIN session ON session.id = raw.session
          WHERE session.device = ? GROUP BY session.id ORDER BY 1
          """, arguments: [device.id]
      ).map { row in
        try Moment(
          milliseconds: row.value(0), secondsFromGMT: row.value(2))..<Moment(
            milliseconds: row.value(1), secondsFromGMT: row.value(2)) + .minutes(1)
      }
    }
  }

  /// Lets go the raw readings, and the frames that nothing else came from, of raw sessions that ended before a time. The file gets
  /// smaller at once.
  ///
  /// - Returns: How many bytes of readings and frames went.
  public func pruneRaw(before time: Moment) throws -> Int {
    let bytes = try write { db in
      let old = "SELECT id FROM session WHERE purpose = 'raw' AND coalesce(ended, begun) < \(time.milliseconds)"
      // What a sample came from stays.
      let kept = Set(
        try String.fetchAll(db, sql: "SELECT frames FROM statement WHERE session IN (\(old))").flatMap(FrameRange.ids))
      var bytes =
        try Int.fetchOne(db, sql: "SELECT sum(length(data)) FROM raw WHERE session IN (\(old))") ?? 0
      try db.execute(sql: "DELETE FROM raw WHERE session IN (\(old))")
      let frames = try Row.fetchAll(
        db, sql: "SELECT id, length(bytes) FROM frame WHERE sent = 0 AND session IN (\(old))")
      for frame in frames where !kept.contains(frame[0]) {
        try db.run("DELETE FROM frame WHERE id = ?", [frame[0] as Int])
        bytes += frame[1] as Int
      }
      return bytes
    }
    do { try pool.vacuum() } catch let error as DatabaseError { throw JournalError(error, path: path) }
    return bytes
  }

  /// Whether a wearer's raw readings of a time, in milliseconds since 1970, were pruned: a raw session is there without readings.
  public func hasPrunedReadings(of wearer: String, in time: Range<Int>) throws -> Bool {
    try read { db in
      try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM session WHERE device IN (\(Self.devices(of: wearer))) AND purpose = 'raw'
            AND begun < :to AND coalesce(ended, begun) > :from
            AND NOT EXISTS (SELECT 1 FROM raw WHERE raw.session = session.id))
          """, arguments: ["wearer": wearer, "from": time.lowerBound, "to": time.upperBound]) ?? false
    }
  }

  static func write(_ chunks: [RawChunk], ofSession session: Int, _ db: Database) throws {
    try db.run("DELETE FROM raw WHERE session = ?", [session])
    for chunk in chunks {
      try db.run(
        "INSERT INTO raw (session, sensor, start, offset, data, counts) VALUES (?, ?, ?, ?, ?, ?)",
        [
          session, chunk.sensor.rawValue, chunk.start.milliseconds, chunk.start.secondsFromGMT, chunk.data,
          chunk.countsPerG,
        ])
    }
  }
}

extension RawChunk {
  /// The readings as the journal writes them.
  fileprivate var data: Data {
    var data = Data(capacity: offsets.count * (2 + 4 * sensor.channels))
    for (index, offset) in offsets.enumerated() {
      withUnsafeBytes(of: offset.littleEndian) { data.append(contentsOf: $0) }
      for channel in 0..<sensor.channels {
        withUnsafeBytes(of: values[index * sensor.channels + channel].bitPattern.littleEndian) {
          data.append(contentsOf: $0)
        }
      }
    }
    return data
  }

  /// Readings as the journal wrote them.
  fileprivate init(_ sensor: RawSensor, start: Moment, data: Data, countsPerG: Int?) {
    let bytes = [UInt8](data)
    let size = 2 + 4 * sensor.channels
    var offsets: [UInt16] = []
    var values: [Float] = []
    for place in stride(from: 0, through: bytes.count - size, by: size) {
      offsets.append(UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8)
      for channel in 0..<sensor.channels {
        let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + 2 + channel * 4 + $1]) << ($1 * 8) }
        values.append(Float(bitPattern: bits))
      }
    }
    self.init(sensor, start: start, offsets: offsets, values: values, countsPerG: countsPerG)
  }
}
