import HaloSignals
public import HaloWearables
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
    let values = try await connection.notifications(of: measurement)
    if quantity == .heartRateVariability, try await polarKinds().contains(.pulseIntervals) {
      return try await withPulses(values, body)
    }
    let readings = MonitorReadings(of: quantity, time: environment.time)
    return try await body(AsyncStream(values) { readings.readings(in: TaggedValue(kind: .rate, value: $0)) })
  }

  /// Measures the HRV of a Polar armband, which sends no beat intervals in the standard service but detects pulse
  /// intervals. It starts about 25 seconds after the request, sends blocks of about five seconds, and reports the rate
  /// less often meanwhile. So this is used only for HRV.
  private func withPulses<Result: Sendable>(
    _ values: AsyncThrowingStream<ReceivedValue, any Error>, _ body: (AsyncStream<LiveReading>) async throws -> Result
  ) async throws -> Result {
    guard let control = services.characteristic(HeartRateMonitor.Polar.GATT.control),
      let data = services.characteristic(HeartRateMonitor.Polar.GATT.data)
    else {
      throw LiveMeasuringError.unsupported(device: connection.label, what: Metric.heartRateVariability.phrase)
    }
    let point = PolarControlPoint(
      connection: connection, control: control, answers: try await connection.notifications(of: control),
      clock: environment.clock)
    let frames = try await connection.notifications(of: data)
    let (merged, continuation) = AsyncThrowingStream<TaggedValue, any Error>.makeStream()
    let stop: @Sendable () async -> Void = {
      _ = try? await TaskScope.shielded { try await point.ask(.init(.stop, .pulseIntervals)) }
    }
    return try await TaskScope.with { scope in
      for (kind, stream) in [(TaggedValue.Kind.rate, values), (.pulses, frames)] {
        scope.start {
          do {
            for try await value in stream { continuation.yield(TaggedValue(kind: kind, value: value)) }
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
      }
      // The stream has no settings.
      _ = try await point.ask(.init(.start, .pulseIntervals))
      return try await TaskScope.ending({ await stop() }) {
        let readings = MonitorReadings(of: .heartRateVariability, time: environment.time)
        return try await body(AsyncStream(merged) { readings.readings(in: $0) })
      }
    }
  }
}

/// A value of a monitor, with its source.
private struct TaggedValue: Sendable {
  enum Kind: Sendable {
    /// A value of the standard service.
    case rate
    /// A frame of Polar's service.
    case pulses
  }

  let kind: Kind
  let value: ReceivedValue
}

/// The readings of a monitor.
private final class MonitorReadings: Sendable {
  private let quantity: Metric
  private let time: WallTime
  private let variability = Mutex(LiveVariability())

  init(of quantity: Metric, time: WallTime) {
    self.quantity = quantity
    self.time = time
  }

  /// Returns the reading in a value, if it has one.
  func readings(in tagged: TaggedValue) -> [LiveReading] {
    let value = tagged.value
    let source = tagged.kind == .rate ? HeartRateService.GATT.measurement : HeartRateMonitor.Polar.GATT.data
    guard let packet = BeatCheck.Packet(value.bytes, of: source, at: time.moment) else { return [] }
    let variability = variability.withLock { variability in
      variability.add(packet)
      return variability
    }
    let state: LiveReading.State =
      variability.isRefused ? .noData : variability.milliseconds.map { .value($0) } ?? .warmingUp
    func reading(_ state: LiveReading.State, _ intervals: [Double], kilojoules: Int? = nil) -> LiveReading {
      LiveReading(
        state: state, beatIntervals: intervals, rmssd: variability.milliseconds, note: variability.note,
        kilojoules: kilojoules, frame: value.frame)
    }
    guard tagged.kind == .rate, let measured = HeartRateService.Measurement(value: value.bytes) else {
      let hasContact = HeartRateMonitor.Polar.DataFrame(value: value.bytes)?.pulseIntervals?.last?.hasContact
      return [reading(hasContact == false ? .notWorn : state, packet.intervals.filter(\.isFinite))]
    }
    guard let rate = measured.measuredRate else {
      return [
        LiveReading(
          state: measured.hasContact == false ? .notWorn : .noData, beatIntervals: [],
          kilojoules: measured.energyKilojoules, frame: value.frame)
      ]
    }
    return [
      reading(
        quantity == .heartRateVariability ? state : .value(Double(rate)), packet.intervals,
        kilojoules: measured.energyKilojoules)
    ]
  }
}
