import HaloSignals
import Synchronization

extension HeartRateMonitorDriver: LiveMeasuring {
  /// The typical warm-up: HRV requires 20 beats, which take about 20 s at rest.
  public static func warmUpSeconds(for quantity: Metric) -> Int? { quantity == .heartRateVariability ? 20 : nil }

  /// Any monitor may send beats; only a measurement shows whether it does.
  public var liveQuantities: [Metric] { [.heartRate, .heartRateVariability] }

  /// Calls `body` with the readings until it returns.
  public func withLiveMeasurement<Result: Sendable>(
    of quantity: Metric, _ body: (AsyncStream<LiveReading>) async throws -> Result
  ) async throws -> Result {
    guard liveQuantities.contains(quantity) else {
      throw LiveMeasuringError.unsupported(device: connection.label, what: quantity.phrase)
    }
    let time = environment.time
    let reader = Mutex(MonitorReader(quantity: quantity))
    let (readings, continuation) = AsyncStream<LiveReading>.makeStream()
    let take: @Sendable (ReceivedValue?, BluetoothUUID) -> Void = { value, source in
      guard let value else { return continuation.finish() }
      if let reading = reader.withLock({ $0.reading(value, of: source, at: time.moment) }) {
        continuation.yield(reading)
      }
    }
    guard quantity == .heartRateVariability, try await polarKinds().contains(.pulseIntervals),
      let control = services.characteristic(HeartRateMonitor.Polar.GATT.control),
      let data = services.characteristic(HeartRateMonitor.Polar.GATT.data)
    else { return try await connection.withValues(of: [measurement], take) { try await body(readings) } }
    // A Polar armband sends no beat intervals in the standard service but detects pulse intervals. It starts about 25 seconds
    // after the request, sends blocks of about five seconds, and reports the rate less often meanwhile. So this is used only for
    // HRV.
    let point = PolarControlPoint(
      connection: connection, control: control, answers: try await connection.notifications(of: control),
      clock: environment.clock)
    let stop: @Sendable () async -> Void = {
      _ = try? await TaskScope.shielded { try await point.ask(.init(.stop, .pulseIntervals)) }
    }
    return try await connection.withValues(of: [measurement, data], take) {
      // The stream has no settings.
      _ = try await point.ask(.init(.start, .pulseIntervals))
      return try await TaskScope.ending({ await stop() }) { try await body(readings) }
    }
  }
}

/// Makes readings of a monitor's values.
private struct MonitorReader {
  let quantity: Metric
  var variability = LiveVariability()

  /// The reading of a value of the standard service, or of a frame of Polar's.
  mutating func reading(_ value: ReceivedValue, of source: BluetoothUUID, at time: Moment) -> LiveReading? {
    guard let packet = BeatCheck.Packet(value.bytes, of: source, at: time) else { return nil }
    variability.add(packet)
    if source == HeartRateService.GATT.measurement, let measured = HeartRateService.Measurement(value: value.bytes) {
      return reading(measured, packet.intervals, frame: value.frame)
    }
    let hasContact = HeartRateMonitor.Polar.DataFrame(value: value.bytes)?.pulseIntervals?.last?.hasContact
    return LiveReading(
      state: hasContact == false ? .notWorn : variabilityState, beatIntervals: packet.intervals.filter(\.isFinite),
      rmssd: variability.milliseconds, note: variability.note, frame: value.frame)
  }

  private var variabilityState: LiveReading.State {
    variability.isRefused ? .noData : variability.milliseconds.map { .value($0) } ?? .warmingUp
  }

  private func reading(_ measured: HeartRateService.Measurement, _ intervals: [Double], frame: Int?) -> LiveReading {
    guard let rate = measured.measuredRate else {
      return LiveReading(
        state: measured.hasContact == false ? .notWorn : .noData, beatIntervals: [],
        kilojoules: measured.energyKilojoules, frame: frame)
    }
    return LiveReading(
      state: quantity == .heartRateVariability ? variabilityState : .value(Double(rate)), beatIntervals: intervals,
      rmssd: variability.milliseconds, note: variability.note, kilojoules: measured.energyKilojoules, frame: frame)
  }
}
