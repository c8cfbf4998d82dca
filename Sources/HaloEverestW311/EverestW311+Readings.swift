import HaloHealth
import HaloWearables

extension EverestW311.StepTotals {
  /// The totals in Halo's words.
  func totals(frames: [Int]) -> DailyTotals {
    DailyTotals(
      date: date, steps: steps, meters: meters, kilocalories: Double(kilocalories), activeMinutes: activeMinutes,
      provenance: Provenance(frames: frames, decoder: EverestW311.decoderName))
  }
}

extension EverestW311.DayHistory {
  /// The steps of every cell, and the day's totals. Sleep is not among them: a night has parts of two days.
  func readings(frames: [Int]) -> Readings {
    let provenance = Provenance(frames: frames, decoder: EverestW311.decoderName)
    return Readings(
      samples: steps.map {
        Sample(
          .steps, Double($0.steps), start: WallClock(date: totals.date, minuteOfDay: $0.start.minutes),
          minutes: layout.cellMinutes, source: .log, provenance: provenance)
      }, totals: [totals.totals(frames: frames)])
  }
}

extension EverestW311.HeartRateHistory {
  /// The rates as samples.
  func readings(frames: [Int]) -> Readings {
    let provenance = Provenance(frames: frames, decoder: EverestW311.decoderName)
    return Readings(
      samples: samples.map {
        Sample(
          .heartRate, Double($0.bpm), start: WallClock(date: date, minuteOfDay: $0.time.minutes), source: .log,
          provenance: provenance)
      })
  }
}
