import HaloBluetooth

extension ColmiRingDriver: LiveMeasuring {
  public var liveQuantities: [LiveQuantity] {
    var quantities: [LiveQuantity] = [.heartRate]
    if capabilities.contains(.spo2) { quantities.append(.oxygenSaturation) }
    if capabilities.contains(.hrv) { quantities.append(.heartRateVariability) }
    if capabilities.contains(.stress) { quantities.append(.stress) }
    return quantities
  }

  public func withLiveMeasurement<Result: Sendable>(
    of quantity: LiveQuantity, _ body: (AsyncStream<LiveReading>) async throws -> Result
  ) async throws -> Result {
    let wire = ColmiRing.RealTime.Quantity(quantity)
    let unasked = exchange.listen()
    defer { unasked.stop() }
    let stop: @Sendable () async -> Void = {
      // A ring left measuring keeps its LEDs on and empties itself. Where it cannot be reached any more, nothing can be done.
      _ = try? await TaskScope.shielded { try await ask(.stopRealTime(wire, lastValue: 0)) }
    }
    do {
      guard let first = try await ask(.startRealTime(wire)), let reading = LiveReading(first, of: wire) else {
        throw LiveMeasuringError(device: connection.label, quantity: quantity)
      }
      let result = try await body(Self.readings(reading, unasked.messages, of: wire))
      await stop()
      return result
    } catch {
      await stop()
      throw error
    }
  }

  /// The first reading answers the request; the others come unasked, like everything else that a ring says by itself.
  private static func readings(
    _ first: LiveReading, _ messages: AsyncStream<ColmiRing.Received>, of quantity: ColmiRing.RealTime.Quantity
  ) -> AsyncStream<LiveReading> {
    let rest = ReadingIterator(first: first, messages: messages, quantity: quantity)
    return AsyncStream { await rest.next() }
  }

  private actor ReadingIterator {
    private var first: LiveReading?
    private let messages: AsyncStream<ColmiRing.Received>
    private let quantity: ColmiRing.RealTime.Quantity

    init(first: LiveReading, messages: AsyncStream<ColmiRing.Received>, quantity: ColmiRing.RealTime.Quantity) {
      self.first = first
      self.messages = messages
      self.quantity = quantity
    }

    func next() async -> LiveReading? {
      if let first {
        self.first = nil
        return first
      }
      for await received in messages {
        if let reading = LiveReading(received, of: quantity) { return reading }
      }
      return nil
    }
  }
}

extension LiveReading {
  /// The reading in a message; `nil` where it is none of that quantity.
  fileprivate init?(_ received: ColmiRing.Received, of quantity: ColmiRing.RealTime.Quantity) {
    guard case .realTime(let reading) = received.message, reading.quantity == quantity else { return nil }
    let state: State =
      switch reading.status {
      case .measuring: .warmingUp
      case .notWorn: .notWorn
      case .noData: .noData
      case .ok: reading.value.map { .value(Double($0)) } ?? .warmingUp
      }
    self.init(
      state: state, beatIntervalMilliseconds: reading.beatIntervalMilliseconds, frame: received.frames.last)
  }
}

extension ColmiRing.RealTime.Quantity {
  fileprivate init(_ quantity: LiveQuantity) {
    switch quantity {
    case .heartRate: self = .heartRate
    case .oxygenSaturation: self = .spo2
    case .heartRateVariability: self = .hrv
    case .stress: self = .stress
    }
  }
}
