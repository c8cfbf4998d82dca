public import HaloInterchange
import HaloSignals

extension Journal {
  /// Returns a day on the wearer's local time for Apple Health: the measurements of the wearer's devices, including
  /// devices that were removed since, the workouts, and what is computed for the day. Imported data is left out: it may
  /// come from Health.
  public func healthDay(_ day: CalendarDate, wearer: String, _ registry: DriverRegistry) throws -> HealthDay {
    let stored = try allDevices().filter { $0.wearer == wearer }
    let devices = Dictionary(uniqueKeysWithValues: stored.map { ($0.id, HealthDevice($0, registry)) })
    let time = day.earliestBeginning..<day.latestEnd
    func samples(_ metric: Metric) throws -> [StoredSample] {
      try self.samples(of: metric, wearer: wearer, in: time).filter {
        $0.start.wallClock.date == day && $0.statement != nil
      }
    }
    var records: [HealthRecord] = []
    for metric in Self.metricsForHealth {
      records += try samples(metric).compactMap { sample in devices[sample.device].flatMap { HealthRecord(sample, $0) }
      }
    }
    let nights = try stored.flatMap { device in try self.nights(of: device, from: day, to: day).map { (device, $0) } }
    for (device, reported) in nights where reported.reported != nil {
      guard let device = devices[device.id] else { continue }
      records += HealthRecord.records(of: reported.night, start: reported.start, device: device)
    }
    let workouts = try self.workouts(of: wearer, in: time).filter {
      $0.workout.start.wallClock.date == day && !$0.isImported
    }
    let healthWorkouts = try workouts.map { stored in
      let rates = try self.samples(of: stored, metrics: [.heartRate]).filter { $0.statement != nil }
      return HealthWorkout(
        stored.workout, isIndoors: try isIndoors(stored),
        heartRates: rates.compactMap { rate in devices[rate.device].flatMap { HealthRecord(rate, $0) } })
    }
    // A heart rate of a workout belongs to it, so that Health does not have it twice.
    let ofWorkouts = Set(healthWorkouts.flatMap(\.heartRates))
    records.removeAll { ofWorkouts.contains($0) }
    records += Self.variability(try samples(.beatInterval), outside: healthWorkouts, devices)
    if let resting = try derived(.restingHeartRate, of: wearer, in: time).first(where: {
      // A value that a file reports is imported data, too.
      $0.start.wallClock.date == day && $0.algorithm != "resting-heart-rate-reported"
    }),
      // At the end of the sleep in which it was found.
      let moment = nights.map({ $0.1.end }).max() ?? records.last(where: { $0.kind.metric == .heartRate })?.end
    {
      records.append(
        HealthRecord(
          .restingHeartRate(resting.value), start: moment, end: moment, device: nil,
          algorithm: "\(resting.algorithm)/\(resting.version)"))
    }
    // A device may report the same value as its lowest and its highest.
    let sorted = Set(records).sorted { ($0.start, "\($0.kind)") < ($1.start, "\($1.kind)") }
    return HealthDay(day, records: sorted, workouts: healthWorkouts)
  }

  private static let metricsForHealth: [Metric] = [
    .heartRate, .oxygenSaturation, .oxygenSaturationMinimum, .oxygenSaturationMaximum, .steps,
  ]

  /// SDNN of measured beat intervals at rest, one value for one to five minutes without a gap. Exercise changes SDNN, so
  /// that workouts are left out. Too few or faulty beats have no value.
  private static func variability(
    _ beats: [StoredSample], outside workouts: [HealthWorkout], _ devices: [Int: HealthDevice]
  ) -> [HealthRecord] {
    let atRest = beats.filter { beat in
      !beat.isDoubtful && !workouts.contains { $0.workout.start <= beat.start && beat.start <= $0.end }
    }
    return Dictionary(grouping: atRest, by: \.device).flatMap { number, beats -> [HealthRecord] in
      windows(of: beats).compactMap { window in
        let analysis = VariabilityAnalysis(measured: window.map(\.value))
        guard let device = devices[number], let first = window.first, let last = window.last,
          let values = analysis.variability
        else { return nil }
        return HealthRecord(
          .heartRateVariability(values.sdnn), start: first.start, end: last.start, device: device,
          algorithm: "beat-intervals/1")
      }
    }
  }

  /// Splits beats at gaps of three seconds and every five minutes; parts shorter than a minute are left out.
  private static func windows(of beats: [StoredSample]) -> [[StoredSample]] {
    var windows: [[StoredSample]] = []
    for beat in beats {
      if let begin = windows.last?.first, let before = windows.last?.last,
        beat.milliseconds - before.milliseconds <= 3000, beat.milliseconds - begin.milliseconds <= 300_000
      {
        windows[windows.count - 1].append(beat)
      } else {
        windows.append([beat])
      }
    }
    return windows.filter { ($0.last?.milliseconds ?? 0) - ($0.first?.milliseconds ?? 0) >= 60_000 }
  }
}

extension HealthDevice {
  fileprivate init(_ device: Device, _ registry: DriverRegistry) {
    self.init(
      name: device.name, model: registry.family(device.family)?.name.english, hardware: device.hardware,
      firmware: device.firmware)
  }
}

extension HealthRecord {
  fileprivate init?(_ sample: StoredSample, _ device: HealthDevice) {
    self.init(
      sample.metric, sample.value, start: sample.start, length: sample.length, source: sample.source,
      isDoubtful: sample.isDoubtful, device: device)
  }
}
