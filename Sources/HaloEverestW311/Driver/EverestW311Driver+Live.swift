extension EverestW311Driver: LiveMeasuring {
  /// The quantities that the watch can measure live.
  public var liveQuantities: [Metric] {
    services.characteristic(HeartRateService.GATT.measurement) == nil ? [.steps] : [.steps, .heartRate]
  }

  /// Calls `body` with the readings, and stops the measurement afterwards.
  public func withLiveMeasurement<Result: Sendable>(
    of quantity: Metric, _ body: (AsyncStream<LiveReading>) async throws -> Result
  ) async throws -> Result {
    guard liveQuantities.contains(quantity) else {
      throw LiveMeasuringError.unsupported(device: connection.label, what: quantity.phrase)
    }
    let events = exchange.events.listen()
    defer { events.stop() }
    let readings = AsyncStream(events.elements) { [$0.reading(of: quantity)].compactMap(\.self) }
    // Heart rates are sent automatically; steps must be turned on.
    guard quantity == .steps else { return try await body(readings) }
    return try await withRealTimeSteps { try await body(readings) }
  }

  /// Calls `body` while the watch reports steps in real time.
  func withRealTimeSteps<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
    try await sendConfirmed(.realTime(true), Phrase("live steps"))
    // If the watch is out of reach, the end of the link stops the reports.
    return try await TaskScope.ending({ _ = try? await exchange.ask(.realTime(false)) }, body)
  }
}

extension EverestW311.Event {
  /// The live reading of a quantity; `nil` if the event is about something else.
  fileprivate func reading(of quantity: Metric) -> LiveReading? {
    switch (self, quantity) {
    case (.heartRate(let measured, let frame), .heartRate):
      let state: LiveReading.State =
        measured.measuredRate.map { .value(Double($0)) } ?? (measured.hasContact == false ? .notWorn : .noData)
      return LiveReading(state: state, beatIntervals: measured.beatIntervalsMilliseconds, frame: frame)
    case (.message(let received), .steps):
      guard case .realTimeSteps(let totals) = received.message else { return nil }
      return LiveReading(
        state: .value(Double(totals.steps)), totals: totals.totals(frames: received.frames),
        frame: received.frames.last)
    default: return nil
    }
  }
}
