import Synchronization

extension HealthDeviceDriver: LiveMeasuring {
  /// A measurement that is older was made before and stored by the device.
  private static let current = Duration.minutes(2)

  /// The quantities of the device's characteristics.
  public var liveQuantities: [Metric] { HealthDevices.quantities(of: measurements.map(\.uuid)) }

  /// Calls `body` with the readings until it returns.
  public func withLiveMeasurement<Result: Sendable>(
    of quantity: Metric, _ body: (AsyncStream<LiveReading>) async throws -> Result
  ) async throws -> Result {
    guard liveQuantities.contains(quantity) else {
      throw LiveMeasuringError.unsupported(device: connection.label, what: quantity.phrase)
    }
    let reader = Mutex(MeasurementReader(user: environment.device.user))
    let (readings, continuation) = AsyncStream<LiveReading>.makeStream()
    return try await withMeasurements { received in
      guard let received else { return continuation.finish() }
      guard let reading = reader.withLock({ $0.read(received) }), received.arrival - reading.time < Self.current
      else { return }
      let frame = received.frame
      if let value = reading.values.first(where: { $0.metric == quantity })?.value {
        continuation.yield(LiveReading(state: .value(value), frame: frame))
      } else if let reason = reading.leftOut {
        continuation.yield(LiveReading(state: .noData, note: reason.reason, frame: frame))
      }
    } _: {
      try await body(readings)
    }
  }
}
