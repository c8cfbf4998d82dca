import HaloWearables

extension FitnessMachine {
  /// Decodes the live records of a machine. Each metric comes from one characteristic: that of the machine's kind, or
  /// another if that one lacks it.
  struct SessionDecoder {
    private let records: [(record: MachineRecord, time: Moment)]
    /// The kind whose characteristic has a metric.
    private let sources: [Metric: MachineKind]
    private var checks: [MachineKind: RecordCheck]
    private var decoded = SessionContents()
    private var count = CumulativeCount.meters
    /// The start of the current minute, and the distance at that time. Minutes count from the first distance of the
    /// session, not from the clock, so that minutes of two sessions never start at the same time.
    private var minute: (start: Moment, meters: Double)?
    /// The frames of the latest distance.
    private var latest: Provenance?

    init(_ frames: [RecordedFrame], of device: DeviceTraits, unit: SpeedUnit) {
      var (assembler, evidence) = (
        RecordAssembler(), MachineEvidence(listed: [], advertised: device.advertisedMachines)
      )
      var records: [(record: MachineRecord, time: Moment)] = []
      for (place, frame) in frames.enumerated() where frame.direction == .received {
        if frame.characteristic == GATT.feature { evidence.features = Features(value: frame.bytes) }
        guard let machine = MachineKind(dataCharacteristic: frame.characteristic),
          let data = MachineData(machine, value: frame.bytes),
          let record = assembler.receive(data, frame: place)?.inKilometers(from: unit)
        else { continue }
        records.append((record, frame.moment))
        evidence.take(record)
      }
      let order = [evidence.kind].compactMap(\.self) + MachineEvidence.rarestFirst
      var checks: [MachineKind: RecordCheck] = [:]
      for (record, time) in records { _ = checks[record.machine, default: RecordCheck()].check(record, at: time) }
      var sources: [Metric: MachineKind] = [:]
      for metric in Self.metrics {
        func first(where isValue: (Double) -> Bool) -> MachineKind? {
          order.first { kind in
            records.contains { $0.record.machine == kind && $0.record.value(of: metric).map(isValue) == true }
          }
        }
        // Some machines send only zeros in one of their characteristics.
        sources[metric] = first { $0 != 0 } ?? first { _ in true }
      }
      (self.records, self.sources) = (records, sources)
      self.checks = checks.mapValues { RecordCheck(absent: $0.neverSent) }
    }

    private static let metrics: [Metric] = [.heartRate, .speed, .power, .cadence, .distance]

    /// Returns the contents, including the distance of the last, incomplete minute.
    mutating func contents() -> SessionContents {
      for (record, time) in records { read(record, time) }
      if let minute, let latest, let meters = count.total, meters > minute.meters {
        let sample = Self.distance(meters - minute.meters, minute.start, minutes: 1, latest)
        state([sample], at: [minute.start], latest.frames)
      }
      return decoded
    }

    private mutating func read(_ raw: MachineRecord, _ now: Moment) {
      guard let record = checks[raw.machine]?.check(raw, at: now) else { return }
      let provenance = Provenance(frames: record.frames, decoder: FitnessMachineDriver.decoderName)
      let (own, sources) = (record.machine, sources)
      var samples = Self.metrics.compactMap { metric -> Sample? in
        guard metric != .distance, sources[metric] == own, let value = record.value(of: metric) else { return nil }
        let isDerived =
          metric == .speed ? record.derived.contains(.speed) : metric == .cadence && record.isCadenceDerived
        return Sample(
          metric, value, start: now.wallClock, source: isDerived ? .algorithm : .live, provenance: provenance)
      }
      var times = samples.map { _ in now }
      if sources[.distance] == own, let (sample, time) = distance(record, now, provenance) {
        samples.append(sample)
        times.append(time)
      }
      state(samples, at: times, record.frames)
    }

    private mutating func state(_ samples: [Sample], at times: [Moment], _ frames: [Int]) {
      guard !samples.isEmpty else { return }
      decoded.statements.append(
        LogEntry(
          log: .live, readings: Readings(samples: samples), clock: .moments(times), frames: frames,
          decoder: FitnessMachineDriver.decoderName))
    }

    /// Returns the distance of a completed minute, and its start; of several minutes if there was a gap.
    private mutating func distance(_ record: MachineRecord, _ now: Moment, _ provenance: Provenance) -> (
      Sample, Moment
    )? {
      guard let counted = record[.meters] else { return nil }
      count.take(counted, at: now.seconds)
      latest = provenance
      guard let minute, let meters = count.total else {
        self.minute = (now, 0)
        return nil
      }
      let minutes = (now - minute.start).milliseconds.floorDivided(by: Duration.minutes(1).milliseconds)
      // If the clock was set back during the session, start counting minutes again.
      guard minutes != 0 else { return nil }
      let start = Moment(
        milliseconds: (minutes > 0 ? minute.start + .minutes(minutes) : now).milliseconds,
        secondsFromGMT: now.secondsFromGMT)
      self.minute = (start, max(meters, minute.meters))
      guard meters > minute.meters else { return nil }
      return (Self.distance(meters - minute.meters, minute.start, minutes: max(1, minutes), provenance), minute.start)
    }

    private static func distance(
      _ meters: Double, _ start: Moment, minutes: Int, _ provenance: Provenance
    ) -> Sample {
      Sample(.distance, meters, start: start.wallClock, minutes: minutes, source: .live, provenance: provenance)
    }
  }
}

extension MachineRecord {
  /// The value of a metric, in the metric's unit.
  fileprivate func value(of metric: Metric) -> Double? {
    switch metric {
    case .heartRate: self[.bpm]
    case .speed: self[.speed].map { $0 / 3.6 }
    case .power: self[.watts]
    case .cadence: cadence
    case .distance: self[.meters]
    default: nil
    }
  }

  /// True if the cadence was computed from a counter.
  fileprivate var isCadenceDerived: Bool {
    self[.cadence] == nil && derived.contains(self[.strokeRate] == nil ? .stepsPerMinute : .strokeRate)
  }
}
