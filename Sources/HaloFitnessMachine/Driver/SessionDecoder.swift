extension FitnessMachine {
  /// Decodes the live records of a machine. Each metric comes from one characteristic: that of the machine's kind, or
  /// another if that one lacks it.
  struct SessionDecoder {
    private let records: [(record: MachineRecord, time: Moment)]
    /// The kind whose characteristic has a metric.
    private let sources: [Metric: MachineKind]
    private var checks: [MachineKind: RecordCheck]
    private var decoded = SessionContents()
    private var counts = MachineQuantity.counts.reduce(into: [Metric: MinuteCount]()) {
      $0[$1.key] = MinuteCount($1.key, $1.value)
    }

    init(_ frames: [RecordedFrame], of device: DeviceTraits, unit: SpeedUnit) {
      var assembler = RecordAssembler()
      var evidence = MachineEvidence(listed: [], advertised: device.advertisedMachines)
      var records: [(record: MachineRecord, time: Moment)] = []
      for (index, frame) in frames.enumerated() where frame.direction == .received {
        if frame.characteristic == GATT.feature { evidence.features = Features(value: frame.bytes) }
        guard
          let record = assembler.receive(frame.bytes, of: frame.characteristic, frame: index, at: frame.moment)?
            .inKilometers(from: unit)
        else { continue }
        records.append((record, frame.moment))
        evidence.take(record)
      }
      let order = [evidence.kind].compactMap(\.self) + MachineEvidence.rarestFirst
      var checks: [MachineKind: RecordCheck] = [:]
      var sending = [Metric: Set<MachineKind>]()
      var active = [Metric: Set<MachineKind>]()
      for (record, time) in records {
        let checked = checks[record.machine, default: RecordCheck()].check(record, at: time)
        for (metric, value, _) in MachineQuantity.kept(of: record) where value != 0 {
          active[metric, default: []].insert(record.machine)
        }
        for (metric, _, _) in MachineQuantity.kept(of: checked) {
          sending[metric, default: []].insert(record.machine)
        }
      }
      // Some machines send only zeros in one of their characteristics.
      sources = sending.merging(active) { $1 }.compactMapValues { kinds in order.first(where: kinds.contains) }
      self.records = records
      self.checks = checks.mapValues { RecordCheck(absent: $0.neverSent, wrong: $0.wrong) }
    }

    /// Returns the contents, including the counts of the last, incomplete minute.
    mutating func contents() -> SessionContents {
      for (record, time) in records { read(record, time) }
      for (_, count) in counts.sorted(by: { $0.key.code < $1.key.code }) {
        if let rest = count.rest { state([rest], rest.sample.provenance.frames) }
      }
      return decoded
    }

    private mutating func read(_ raw: MachineRecord, _ now: Moment) {
      guard let record = checks[raw.machine]?.check(raw, at: now) else { return }
      let provenance = Provenance(frames: record.frames, decoder: FitnessMachineDriver.decoderName)
      var samples: [(sample: Sample, time: Moment)] = []
      for (metric, value, quantity) in MachineQuantity.kept(of: record) where sources[metric] == record.machine {
        if metric.isCount {
          if let minute = counts[metric]?.take(value, now, provenance) { samples.append(minute) }
        } else {
          let source: SampleSource = record.derived.contains(quantity) ? .algorithm : .live
          samples.append((Sample(metric, value, start: now.wallClock, source: source, provenance: provenance), now))
        }
      }
      state(samples, record.frames)
    }

    private mutating func state(_ samples: [(sample: Sample, time: Moment)], _ frames: [Int]) {
      guard !samples.isEmpty else { return }
      decoded.statements.append(
        LogEntry(
          log: .live, readings: Readings(samples: samples.map(\.sample)), clock: .moments(samples.map(\.time)),
          frames: frames, decoder: FitnessMachineDriver.decoderName))
    }
  }
}
