import HaloSignals
public import HaloWearables

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
    let readings = MonitorReadings(values.tagged(.rate), of: quantity, time: environment.time)
    return try await body(AsyncStream { await readings.next() })
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
      for stream in [values.tagged(.rate), frames.tagged(.pulses)] {
        scope.start {
          do {
            for try await value in stream { continuation.yield(value) }
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
      }
      // The stream has no settings.
      _ = try await point.ask(.init(.start, .pulseIntervals))
      return try await TaskScope.ending({ await stop() }) {
        let readings = MonitorReadings(merged, of: .heartRateVariability, time: environment.time)
        return try await body(AsyncStream { await readings.next() })
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

extension AsyncThrowingStream<ReceivedValue, any Error> {
  /// The values, tagged with their source.
  fileprivate func tagged(_ kind: TaggedValue.Kind) -> AsyncThrowingStream<TaggedValue, any Error> {
    let iterator = ValueIterator(self)
    return AsyncThrowingStream<TaggedValue, any Error> {
      try await iterator.next().map { TaggedValue(kind: kind, value: $0) }
    }
  }
}

/// The values of a stream, as an actor for use in an escaping closure.
private actor ValueIterator {
  private var values: AsyncThrowingStream<ReceivedValue, any Error>.Iterator

  init(_ values: AsyncThrowingStream<ReceivedValue, any Error>) { self.values = values.makeAsyncIterator() }

  func next() async throws -> ReceivedValue? {
    var values = values
    defer { self.values = values }
    return try await values.next(isolation: self)
  }
}

/// The readings of a monitor, until the link is lost.
private actor MonitorReadings {
  private var values: AsyncThrowingStream<TaggedValue, any Error>.Iterator
  private let quantity: Metric
  private let time: WallTime
  private var variability = LiveVariability()

  init(_ values: AsyncThrowingStream<TaggedValue, any Error>, of quantity: Metric, time: WallTime) {
    self.values = values.makeAsyncIterator()
    self.quantity = quantity
    self.time = time
  }

  func next() async -> LiveReading? {
    while let tagged = await nextValue() {
      let value = tagged.value
      let source = tagged.kind == .rate ? HeartRateService.GATT.measurement : HeartRateMonitor.Polar.GATT.data
      guard let packet = BeatCheck.Packet(value.bytes, of: source, at: time.moment) else { continue }
      variability.add(packet)
      if let measured = HeartRateService.Measurement(value: value.bytes), tagged.kind == .rate {
        return reading(measured, packet.intervals, frame: value.frame)
      }
      let hasContact = HeartRateMonitor.Polar.DataFrame(value: value.bytes)?.pulseIntervals?.last?.hasContact
      return LiveReading(
        state: hasContact == false ? .notWorn : variabilityState, beatIntervals: packet.intervals.filter(\.isFinite),
        rmssd: variability.milliseconds, note: variability.note, frame: value.frame)
    }
    return nil
  }

  private var variabilityState: LiveReading.State {
    variability.isRefused ? .noData : variability.milliseconds.map { .value($0) } ?? .warmingUp
  }

  private func nextValue() async -> TaggedValue? {
    var values = values
    defer { self.values = values }
    return try? await values.next(isolation: self)
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
