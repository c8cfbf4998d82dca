import HaloBluetooth
public import HaloWearables

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
      let unasked = exchange.unasked.listen()
      defer { unasked.stop() }
      for method in methods(for: quantity) {
        let (first, stop) = try await begin(method)
        guard let first, let reading = LiveReading(first, of: method.wire) else {
          await stop()
          continue
        }
        do {
          // The first reading answers the request; the others come unasked, like everything else that a ring says by itself.
          let readings = ReadingIterator(first: reading, unasked.elements, clock: environment.clock) {
            LiveReading($0, of: method.wire)
          }
          let result = try await keepingAlive(method) { try await body(AsyncStream { await readings.next() }) }
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
    guard let wire = ColmiRing.RealTime.Quantity(quantity) else { return [] }
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
      return (try await insist(method.start, "a live measurement"), stop)
    } catch {
      await stop()
      throw error
    }
  }

  /// Stops something, for certain.
  func halt(_ request: ColmiRing.Request) async throws {
    if case .stopRealTime = request {
      _ = try await insist(request, "the end of a measurement")
      return
    }
    for _ in 0..<3 {
      do {
        // This has no answer. That the ring answers what was asked behind it says that it got so far.
        try await exchange.send(request)
        _ = try await insist(.battery, "its battery")
        return
      } catch let error as BluetoothError {
        // A write that was refused may be taken the next time; a link that is lost is not.
        guard case .attribute = error.reason else { throw error }
      }
    }
  }

  /// Calls `body` and keeps the measurement going meanwhile; when this returns, nothing is sent for it any more.
  private func keepingAlive<Result: Sendable>(
    _ method: Method, _ body: () async throws -> Result
  ) async throws -> Result {
    async let _ = keepAlive(method)
    return try await body()
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
    while let running = measurement.begin(kind) {
      guard running == .stray else {
        throw LiveMeasuringError.busy(device: connection.label, running: running.words)
      }
      // What somebody else left on is being stopped.
      try await environment.clock.sleep(for: .milliseconds(100))
    }
    defer { measurement.end(at: age()) }
    return try await body()
  }

  /// Stops what a ring measures without having been asked: what another program, or this one before the link broke, left on.
  func stopStrayMeasurements(_ unasked: AsyncStream<ColmiRing.Received>) async {
    for await received in unasked {
      let stop: ColmiRing.Request
      switch received.message {
      case .realTime where received.command == ColmiRing.RealTime.olderCommand: stop = .olderRealTime(.stop)
      case .realTime(let reading): stop = .stopRealTime(reading.quantity, lastValue: 0)
      case .rawLight, .rawAccelerometer: stop = .rawStream(on: false)
      default: continue
      }
      // The last readings of a measurement that has just ended are no strays.
      guard age() > measurement.lastEnd + .seconds(1), measurement.begin(.stray) == nil else { continue }
      _ = try? await TaskScope.shielded { try await halt(stop) }
      measurement.end(at: age())
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
    case .stray: "something else"
    }
  }
}

extension ColmiRing.RealTime.Quantity {
  fileprivate init?(_ quantity: LiveQuantity) {
    switch quantity {
    case .heartRate: self = .heartRate
    case .oxygenSaturation: self = .spo2
    case .heartRateVariability: self = .hrv
    case .stress: self = .stress
    case .steps, .speed, .cadence: return nil
    }
  }
}
