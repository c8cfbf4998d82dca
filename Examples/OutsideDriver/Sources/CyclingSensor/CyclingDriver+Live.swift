import HaloWearables
import Synchronization

extension CyclingDriver: LiveMeasuring {
  /// The quantities that this sensor counts; ``family`` lists those of all sensors.
  public var liveQuantities: [Metric] {
    (features.hasWheel ? [.speed] : []) + (features.hasCrank ? [.cadence] : [])
  }

  /// Calls `body` with the readings until it returns. Subscribes to the measurements.
  public func withLiveMeasurement<Result: Sendable>(
    of quantity: Metric, _ body: (AsyncStream<LiveReading>) async throws -> Result
  ) async throws -> Result {
    guard liveQuantities.contains(quantity) else {
      throw LiveMeasuringError.unsupported(device: connection.label, what: quantity.phrase)
    }
    let values = try await connection.notifications(of: measurement)
    let reader = Mutex(SensorReader())
    let time = environment.time
    return try await body(
      AsyncStream(values) { value in
        // A measurement without a new turn has no sample.
        reader.withLock { $0.samples(in: value.bytes, at: time.moment, frame: value.frame ?? 0) }
          .filter { $0.metric == quantity }
          .map { LiveReading(state: .value($0.value), frame: value.frame) }
      })
  }
}
