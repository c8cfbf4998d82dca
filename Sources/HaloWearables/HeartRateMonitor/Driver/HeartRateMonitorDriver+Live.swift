import HaloBluetooth

extension HeartRateMonitorDriver: LiveMeasuring {
  /// Every monitor may tell beats; whether it does shows only while it measures.
  public var liveQuantities: [LiveQuantity] { [.heartRate, .heartRateVariability] }

  public func withLiveMeasurement<Result: Sendable>(
    of quantity: LiveQuantity, _ body: (AsyncStream<LiveReading>) async throws -> Result
  ) async throws -> Result {
    guard liveQuantities.contains(quantity) else {
      throw LiveMeasuringError.unsupported(device: connection.label, what: quantity.words)
    }
    let values = try await connection.notifications(of: measurement)
    let readings = MonitorReadings(values, of: quantity)
    return try await body(AsyncStream { await readings.next() })
  }
}

/// The readings in the values of a monitor, one after the other, until the link is lost.
private actor MonitorReadings {
  private var values: AsyncThrowingStream<ReceivedValue, any Error>.Iterator
  private let quantity: LiveQuantity
  private var variability = RollingVariability()

  init(_ values: AsyncThrowingStream<ReceivedValue, any Error>, of quantity: LiveQuantity) {
    self.values = values.makeAsyncIterator()
    self.quantity = quantity
  }

  func next() async -> LiveReading? {
    while let value = await nextValue() {
      guard let measured = HeartRateMonitor.Measurement(value: value.bytes) else { continue }
      return reading(measured, frame: value.frame)
    }
    return nil
  }

  private func nextValue() async -> ReceivedValue? {
    var values = values
    defer { self.values = values }
    return try? await values.next(isolation: self)
  }

  private func reading(_ measured: HeartRateMonitor.Measurement, frame: Int?) -> LiveReading {
    guard let rate = measured.measuredRate else {
      variability.addGap()
      return LiveReading(
        state: measured.hasContact == false ? .notWorn : .noData, beatIntervals: [],
        kilojoules: measured.energyKilojoules, frame: frame)
    }
    let intervals = measured.beatIntervalsMilliseconds
    for interval in intervals { variability.add(interval) }
    let rmssd = variability.milliseconds
    let state: LiveReading.State =
      switch quantity {
      case .heartRateVariability: rmssd.map { .value($0) } ?? .warmingUp
      default: .value(Double(rate))
      }
    return LiveReading(
      state: state, beatIntervals: intervals, rmssd: rmssd, kilojoules: measured.energyKilojoules, frame: frame)
  }
}
