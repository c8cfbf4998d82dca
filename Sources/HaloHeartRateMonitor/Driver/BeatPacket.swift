import HaloSignals

extension BeatCheck.Packet {
  /// The beats of a measurement, or a gap if it has no rate; or those of a frame of pulse intervals, with gaps for those
  /// that are not good. `nil` for other values.
  init?(_ value: [UInt8], of characteristic: BluetoothUUID, at arrival: Moment) {
    let arrival = Double(arrival.milliseconds)
    if characteristic == HeartRateService.GATT.measurement {
      guard let measured = HeartRateService.Measurement(value: value) else { return nil }
      let rate = measured.measuredRate.map(Double.init)
      self.init(rate == nil ? [.nan] : measured.beatIntervalsMilliseconds, arrival: arrival, rate: rate)
    } else {
      guard let pulses = HeartRateMonitor.Polar.DataFrame(value: value)?.pulseIntervals else { return nil }
      self.init(pulses.map { $0.isGood ? Double($0.milliseconds) : .nan }, arrival: arrival)
    }
  }
}
