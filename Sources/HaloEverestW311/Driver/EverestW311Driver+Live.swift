import HaloText
import HaloBluetooth
import HaloHealth
public import HaloWearables

extension EverestW311Driver: LiveMeasuring {
  public var liveQuantities: [LiveQuantity] {
    services.characteristic(HeartRateService.GATT.measurement) == nil ? [.steps] : [.steps, .heartRate]
  }

  public func withLiveMeasurement<Result: Sendable>(
    of quantity: LiveQuantity, _ body: (AsyncStream<LiveReading>) async throws -> Result
  ) async throws -> Result {
    guard liveQuantities.contains(quantity) else {
      throw LiveMeasuringError.unsupported(device: connection.label, what: quantity.phrase)
    }
    let events = exchange.events.listen()
    defer { events.stop() }
    let readings = WatchReadings(events.elements, of: quantity)
    // Heart rates come by themselves; steps have to be switched on.
    guard quantity == .steps else { return try await body(AsyncStream { await readings.next() }) }
    return try await withRealTimeSteps { try await body(AsyncStream { await readings.next() }) }
  }

  /// Calls `body` while the watch tells its steps as they are counted.
  func withRealTimeSteps<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
    try await tell(.realTime(true), Phrase("its steps"))
    do {
      let result = try await body()
      _ = try? await exchange.ask(.realTime(false))
      return result
    } catch {
      // Where it cannot be reached any more, the end of the link ends it.
      _ = try? await exchange.ask(.realTime(false))
      throw error
    }
  }
}

extension EverestW311Driver: RawStreaming {
  /// Watches tell nothing of their sensors.
  public func withRawStream<Result: Sendable>(
    _ body: (AsyncStream<RawReading>) async throws -> Result
  ) async throws -> Result {
    throw LiveMeasuringError.unsupported(device: connection.label, what: Phrase("its raw sensors"))
  }
}

/// The readings in what a watch says, one after the other, until the link is lost.
private actor WatchReadings {
  private var events: AsyncStream<EverestW311.Event>.Iterator
  private let quantity: LiveQuantity

  init(_ events: AsyncStream<EverestW311.Event>, of quantity: LiveQuantity) {
    self.events = events.makeAsyncIterator()
    self.quantity = quantity
  }

  func next() async -> LiveReading? {
    while let event = await nextEvent() {
      switch (event, quantity) {
      case (.heartRate(let measured, let frame), .heartRate):
        let state: LiveReading.State =
          measured.measuredRate.map { .value(Double($0)) } ?? (measured.hasContact == false ? .notWorn : .noData)
        return LiveReading(state: state, beatIntervals: measured.beatIntervalsMilliseconds, frame: frame)
      case (.message(let received), .steps):
        guard case .realTimeSteps(let totals) = received.message else { continue }
        return LiveReading(
          state: .value(Double(totals.steps)), totals: totals.totals(frames: received.frames),
          frame: received.frames.last)
      default: continue
      }
    }
    return nil
  }

  private func nextEvent() async -> EverestW311.Event? {
    var events = events
    defer { self.events = events }
    return await events.next(isolation: self)
  }
}
