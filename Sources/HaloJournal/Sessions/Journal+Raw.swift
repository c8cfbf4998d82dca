import GRDB
import HaloFoundation

extension Journal {
  /// The raw readings of a sensor whose minute begins within a time, in order.
  public func raw(
    _ sensor: RawSensor, wearer: String? = nil, of device: Device? = nil, in time: Range<Moment>
  ) throws -> [RawChunk] {
    try all(
      """
      SELECT raw.* FROM raw JOIN session ON session.id = raw.session
      JOIN device ON device.id = session.device JOIN wearer ON wearer.id = device.wearer
      WHERE raw.sensor = ? AND raw.start >= ? AND raw.start < ? AND (? IS NULL OR wearer.name = ?)
        AND (? IS NULL OR device.id = ?) ORDER BY raw.start
      """,
      [
        sensor.rawValue, time.lowerBound.milliseconds, time.upperBound.milliseconds, wearer, wearer, device?.id,
        device?.id,
      ]
    ) { row in
      try RawChunk(
        sensor, start: row.moment("start", offset: "offset"), data: row.value("data"), countsPerG: row.value("counts"))
    }
  }

  /// The times of a device's raw streams, each from its first minute to the end of its last, in order.
  public func rawStreams(of device: Device) throws -> [Range<Moment>] {
    try all(
      """
      SELECT min(raw.start) AS first, max(raw.start) AS last, min(raw.offset) AS offset FROM raw JOIN session ON session.id = raw.session
      WHERE session.device = ? GROUP BY session.id ORDER BY first
      """, [device.id]
    ) { row in
      let first = try row.moment("first", offset: "offset")
      let last = try row.moment("last", offset: "offset")
      // Each row covers a minute.
      return first..<last + .minutes(1)
    }
  }

  /// The first minute of a sensor's raw readings at a time or later; `nil` without one.
  package func firstRaw(_ sensor: RawSensor, of device: Device, from time: Moment) throws -> Moment? {
    try all(
      """
      SELECT start FROM raw JOIN session ON session.id = raw.session
      WHERE sensor = ? AND start >= ? AND session.device = ? ORDER BY start LIMIT 1
      """, [sensor.rawValue, time.milliseconds, device.id]
    ) { try $0.moment("start") }.first
  }

  /// Deletes the raw readings of raw sessions that ended before a time, and their frames that no other data came from.
  /// The file shrinks immediately.
  ///
  /// - Returns: The number of deleted bytes of readings and frames.
  public func pruneRaw(before time: Moment) throws -> Int {
    let bytes = try write { db in
      let old = "SELECT id FROM session WHERE purpose = 'raw' AND coalesce(ended, begun) < \(time.milliseconds)"
      // Frames of statements are kept.
      let kept = Set(
        try String.fetchAll(db, sql: "SELECT frames FROM statement WHERE session IN (\(old))").flatMap(FrameRange.ids))
      var bytes =
        try db.number("SELECT sum(length(data)) FROM raw WHERE session IN (\(old))", in: StoredNumber.times) ?? 0
      try db.execute(sql: "DELETE FROM raw WHERE session IN (\(old))")
      let frames = try db.rows(
        "SELECT id, length(bytes) AS size FROM frame WHERE sent = 0 AND session IN (\(old))")
      for frame in frames {
        let id: Int = try frame.value("id")
        guard !kept.contains(id) else { continue }
        try db.run("DELETE FROM frame WHERE id = ?", [id])
        bytes += try frame.value("size")
      }
      return bytes
    }
    try Self.explainingErrors(path) { try pool.vacuum() }
    return bytes
  }

  /// True if a wearer's raw readings of a time, in milliseconds since 1970, were pruned: a raw session has no readings.
  public func hasPrunedReadings(of wearer: String, in time: Range<Int>) throws -> Bool {
    try exists(
      """
      SELECT 1 FROM session WHERE device IN (\(Self.devices(of: wearer))) AND purpose = 'raw' AND begun < :to
        AND coalesce(ended, begun) > :from AND NOT EXISTS (SELECT 1 FROM raw WHERE raw.session = session.id)
      """, ["wearer": wearer, "from": time.lowerBound, "to": time.upperBound])
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
  /// The readings in the format of the journal.
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

  /// Parses readings in the format of the journal.
  fileprivate init(_ sensor: RawSensor, start: Moment, data: Data, countsPerG: Int?) {
    let bytes = [UInt8](data)
    let size = 2 + 4 * sensor.channels
    var offsets: [UInt16] = []
    var values: [Float] = []
    for index in stride(from: 0, through: bytes.count - size, by: size) {
      offsets.append(UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
      for channel in 0..<sensor.channels {
        let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[index + 2 + channel * 4 + $1]) << ($1 * 8) }
        values.append(Float(bitPattern: bits))
      }
    }
    self.init(sensor, start: start, offsets: offsets, values: values, countsPerG: countsPerG)
  }
}
