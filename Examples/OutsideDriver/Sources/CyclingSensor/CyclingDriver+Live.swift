import HaloBluetooth
public import HaloHealth
import HaloWearables

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
    let readings = LiveReadings(values, of: quantity == .speed ? .speed : .cadence, environment.time)
    return try await body(AsyncStream { await readings.next() })
  }
}

/// The readings in a sensor's measurements, until the link is lost.
private actor LiveReadings {
  private var values: AsyncThrowingStream<ReceivedValue, any Error>.Iterator
  private let metric: Metric
  private let time: WallTime
  private var reader = SensorReader()

  init(_ values: AsyncThrowingStream<ReceivedValue, any Error>, of metric: Metric, _ time: WallTime) {
    self.values = values.makeAsyncIterator()
    self.metric = metric
    self.time = time
  }

  func next() async -> LiveReading? {
    while let value = await nextValue() {
      let samples = reader.samples(in: value.bytes, at: time.moment, frame: value.frame ?? 0)
      // A measurement without a new turn has no sample.
      guard let sample = samples.first(where: { $0.metric == metric }) else { continue }
      return LiveReading(state: .value(sample.value), frame: value.frame)
    }
    return nil
  }

  private func nextValue() async -> ReceivedValue? {
    var values = values
    defer { self.values = values }
    return try? await values.next(isolation: self)
  }
}
