import HaloWearables

/// Decodes speed and cadence from the measurements of one session, in order. Live values and repeated decoding use it.
struct SensorReader {
  private var wheel = TurnMeter(.wheel)
  private var crank = TurnMeter(.crank)

  /// Returns the samples of a measurement that arrived at `moment`; `frame` is the recorder's number of its frame.
  mutating func samples(in value: [UInt8], at moment: Moment, frame: Int) -> [Sample] {
    guard let message = CyclingSpeedAndCadence(value: value) else { return [] }
    let speed = message.wheel.flatMap { wheel.add($0, at: moment.milliseconds, frame: frame) }
    let cadence = message.crank.flatMap { crank.add($0, at: moment.milliseconds, frame: frame) }
    let values: [(metric: Metric, rate: (turnsPerSecond: Double, frames: [Int])?, factor: Double)] = [
      (.speed, speed, CyclingSensor.wheelCircumference), (.cadence, cadence, 60),
    ]
    return values.compactMap { metric, rate, factor in
      guard let rate, metric.plausibleRange.contains(rate.turnsPerSecond * factor) else { return nil }
      return Sample(
        metric, rate.turnsPerSecond * factor, start: moment.wallClock, source: .live,
        provenance: Provenance(frames: rate.frames, decoder: CyclingSensor.decoderName))
    }
  }
}
