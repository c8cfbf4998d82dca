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
    try await running(.live(quantity)) {
      let unasked = exchange.listen()
      defer { unasked.stop() }
      for method in methods(for: quantity) {
        let (first, stop) = try await begin(method)
        guard let first, let reading = LiveReading(first, of: method.wire) else {
          await stop()
          continue
        }
        do {
          async let _ = keepAlive(method)
          // The first reading answers the request; the others come unasked, like everything else that a ring says by itself.
          let readings = ReadingIterator(first: reading, unasked.messages, clock: environment.clock) {
            LiveReading($0, of: method.wire)
          }
          let result = try await body(AsyncStream { await readings.next() })
          await stop()
          return result
        } catch {
          await stop()
          throw error
        }
      }
      throw LiveMeasuringError.unsupported(device: connection.label, what: quantity.words)
    }
  }

  /// A way to have a quantity measured.
  private struct Method {
    let wire: ColmiRing.RealTime.Quantity
    let start: ColmiRing.Request
    let stop: ColmiRing.Request
    /// What keeps it going, where it would end by itself.
    var keepAlive: ColmiRing.Request?
  }

  /// Firmware that measures by hand knows 0x69, which gives beat intervals and says "not worn"; the first ones know 0x1E, which
  /// ends after a minute. Where one is refused, the other is tried.
  private func methods(for quantity: LiveQuantity) -> [Method] {
    let wire = ColmiRing.RealTime.Quantity(quantity)
    let current = Method(wire: wire, start: .startRealTime(wire), stop: .stopRealTime(wire, lastValue: 0))
    guard quantity == .heartRate else { return [current] }
    let older = Method(
      wire: wire, start: .olderRealTime(.start), stop: .olderRealTime(.stop), keepAlive: .olderRealTime(.goOn))
    return capabilities.contains(.manualHeartRate) ? [current, older] : [older, current]
  }

  /// Starts a measurement; its first reading, `nil` where the firmware does not know it, and what stops it.
  private func begin(_ method: Method) async throws -> (ColmiRing.Received?, stop: @Sendable () async -> Void) {
    let stop: @Sendable () async -> Void = {
      // A ring left measuring keeps its LEDs on and empties itself. Where it cannot be reached any more, nothing can be done.
      _ = try? await TaskScope.shielded { try await halt(method.stop) }
    }
    do {
      return (try await ask(method.start), stop)
    } catch {
      await stop()
      throw error
    }
  }

  /// Stops something, for certain.
  func halt(_ request: ColmiRing.Request) async throws {
    guard case .stopRealTime = request else {
      // This has no answer. That the ring answers what was asked behind it says that it got so far.
      try await exchange.send(request)
      _ = try await ask(.battery)
      return
    }
    _ = try await ask(request)
  }

  private func keepAlive(_ method: Method) async {
    guard let request = method.keepAlive else { return }
    while (try? await environment.clock.sleep(for: .seconds(25))) != nil {
      // Where the link is lost the readings end, which is how the caller learns of it.
      try? await exchange.send(request)
    }
  }

  /// Calls `body` while nothing else is measured.
  func running<Result: Sendable>(
    _ kind: RunningMeasurement.Kind, _ body: () async throws -> Result
  ) async throws -> Result {
    if let running = measurement.begin(kind) {
      throw LiveMeasuringError.busy(device: connection.label, running: running.words)
    }
    defer { measurement.end() }
    return try await body()
  }

  /// Stops what a ring measures without having been asked: what another program, or this one before the link broke, left on.
  func stopStrayMeasurements() async {
    let unasked = exchange.listen()
    defer { unasked.stop() }
    for await received in unasked.messages where measurement.current == nil {
      switch received.message {
      case .realTime where received.command == ColmiRing.Command.olderRealTime: try? await halt(.olderRealTime(.stop))
      case .realTime(let reading): try? await halt(.stopRealTime(reading.quantity, lastValue: 0))
      case .rawLight, .rawAccelerometer: try? await halt(.rawStream(on: false))
      default: continue
      }
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

extension RunningMeasurement.Kind {
  /// What it is, in words.
  fileprivate var words: String {
    switch self {
    case .live(let quantity): quantity.words
    case .raw: "the raw stream"
    }
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
