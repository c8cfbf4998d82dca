extension LogEntry {
  /// Creates an entry of values that a device sent in one frame, each with its time.
  package init(live values: [(metric: Metric, value: Double, time: Moment)], frame: Int, decoder: String) {
    let provenance = Provenance(frames: [frame], decoder: decoder)
    let samples = values.map {
      Sample($0.metric, $0.value, start: $0.time.wallClock, source: .live, provenance: provenance)
    }
    self.init(
      log: .live, readings: Readings(samples: samples), clock: .moments(values.map(\.time)), frames: [frame],
      decoder: decoder)
  }
}
