extension ColmiRingDriver: LiveMeasuring {
  /// The typical warm-up. Captures of an R12 show 26 s of zeros before the first heart rate, SpO₂ and stress, and 60 s
  /// before the first HRV.
  public static func warmUpSeconds(for quantity: Metric) -> Int? { quantity == .heartRateVariability ? 60 : 30 }

  /// The quantities that the firmware can measure live.
  public var liveQuantities: [Metric] { firmware.liveQuantities }

  /// Starts a measurement, calls `body` with its readings, and stops it.
  public func withLiveMeasurement<Result: Sendable>(
    of quantity: Metric, _ body: (AsyncStream<LiveReading>) async throws -> Result
  ) async throws -> Result {
    try await running(.live(quantity)) {
      let unsolicited = exchange.unsolicited.listen()
      defer { unsolicited.stop() }
      for method in methods(for: quantity) {
        let (first, stop) = try await begin(method)
        let results: ColmiRing.LiveResults
        do {
          // Read after the start: a reading of an earlier measurement that arrives meanwhile would be mistaken for one
          // of this measurement.
          let hardware = try await connection.text(.hardwareRevision, in: services)
          results = ColmiRing.LiveResults(of: method.wire, hardware: hardware)
        } catch {
          await stop()
          throw error
        }
        guard let first, let reading = results.reading(first) else {
          await stop()
          continue
        }
        return try await TaskScope.ending({ await stop() }) {
          // The first reading answers the request; the others are unsolicited.
          let readings = ReadingIterator(
            first: reading, unsolicited.elements, clock: environment.clock,
            restart: { results.isComplete ? nil : await restart(method) }
          ) { results.reading($0) }
          return try await keepingAlive(method) { try await body(AsyncStream { await readings.next() }) }
        }
      }
      throw LiveMeasuringError.unsupported(device: connection.label, what: quantity.phrase)
    }
  }

  /// A command pair that measures a quantity.
  private struct Method {
    let wire: ColmiRing.RealTime.Quantity
    let start: ColmiRing.Request
    let stop: ColmiRing.Request
    /// The message that extends a measurement which would otherwise end by itself.
    var keepAlive: ColmiRing.Request?
  }

  /// Command 69 reports beat intervals and "not worn"; older firmware has 1E. If one is refused, the other is tried.
  private func methods(for quantity: Metric) -> [Method] {
    guard let wire = ColmiRing.RealTime.Quantity.allCases.first(where: { $0.metric == quantity }) else { return [] }
    let current = Method(wire: wire, start: .startRealTime(wire), stop: .stopRealTime(wire, lastValue: 0))
    guard quantity == .heartRate else { return [current] }
    let older = Method(
      wire: wire, start: .olderRealTime(.start), stop: .olderRealTime(.stop), keepAlive: .olderRealTime(.goOn))
    return firmware.prefersOlderHeartRate ? [older, current] : [current, older]
  }

  /// Starts a measurement. Returns its first reading, `nil` if the firmware does not support it, and the closure that
  /// stops it.
  private func begin(_ method: Method) async throws -> (ColmiRing.Received?, stop: @Sendable () async -> Void) {
    let stop: @Sendable () async -> Void = {
      // A ring left measuring keeps its LEDs on and drains its battery. If it is out of reach, nothing can be done.
      _ = try? await TaskScope.shielded { try await halt(method.stop) }
    }
    do {
      return (try await requireAnswer(method.start, Phrase("a live measurement")), stop)
    } catch {
      await stop()
      throw error
    }
  }

  /// Starts a stalled measurement again. Returns a reading that reports this, and the following messages; `nil` if the link is
  /// lost.
  private func restart(_ method: Method) async -> (LiveReading, AsyncStream<ColmiRing.Received>)? {
    let messages = exchange.unsolicited.listen().elements
    guard (try? await exchange.send(method.start)) != nil else { return nil }
    return (LiveReading(state: .restarted), messages)
  }

  /// Stops a measurement and verifies that it has stopped.
  ///
  /// - Throws: ``LiveMeasuringError/stillStreaming(device:)`` if the raw stream does not stop.
  func halt(_ request: ColmiRing.Request) async throws {
    if case .rawStream = request { return try await stopRawStream() }
    if case .stopRealTime = request {
      _ = try await requireAnswer(request, Phrase("the end of a measurement"))
      return
    }
    for _ in 0..<3 {
      do {
        // This request has no answer. The answer to a later request proves that it was processed.
        try await exchange.send(request)
        _ = try await requireAnswer(.battery, Phrase("its battery"))
        return
      } catch let error as BluetoothError {
        // Retry if the write was refused, but not if the link was lost.
        guard case .attribute = error.reason else { throw error }
      }
    }
  }

  /// Calls `body` and sends keep-alive messages meanwhile. No message is sent after it returns.
  private func keepingAlive<Result: Sendable>(
    _ method: Method, _ body: () async throws -> Result
  ) async throws -> Result {
    async let _ = keepAlive(method)
    return try await body()
  }

  private func keepAlive(_ method: Method) async {
    guard let request = method.keepAlive else { return }
    while (try? await environment.clock.sleep(for: .seconds(25))) != nil {
      // If the link is lost, the readings end; that is how the caller learns of it.
      try? await exchange.send(request)
    }
  }

  /// Calls `body` while no other measurement runs.
  func running<Result: Sendable>(
    _ kind: RunningMeasurement.Kind, _ body: () async throws -> Result
  ) async throws -> Result {
    while let running = measurement.begin(kind) {
      guard running == .stray else {
        throw LiveMeasuringError.busy(device: connection.label, running: running.words)
      }
      // A stray measurement of another program is being stopped.
      try await environment.clock.sleep(for: .milliseconds(100))
    }
    defer { measurement.end(at: age()) }
    return try await body()
  }

  /// Stops measurements that this session did not start: those of another program, or of this one before a link loss.
  func stopStrayMeasurements(_ unsolicited: AsyncStream<ColmiRing.Received>) async {
    var canStopRawStream = true
    for await received in unsolicited {
      let stop: ColmiRing.Request
      switch received.message {
      case .realTime where received.command == ColmiRing.RealTime.olderCommand: stop = .olderRealTime(.stop)
      case .realTime(let reading): stop = .stopRealTime(reading.quantity, lastValue: 0)
      case .rawLight where canStopRawStream, .rawAccelerometer where canStopRawStream: stop = .rawStream(on: false)
      default: continue
      }
      // Readings may still arrive shortly after a measurement ends; they are not strays.
      guard age() > measurement.lastEnd + .seconds(1), measurement.begin(.stray) == nil else { continue }
      do {
        try await recognizeFirmware()
        try await TaskScope.shielded { try await halt(stop) }
      } catch LiveMeasuringError.stillStreaming {
        // Repeating the attempt for each reading would not help.
        canStopRawStream = false
      } catch {}
      measurement.end(at: age())
    }
  }
}

extension RunningMeasurement.Kind {
  /// The measurement in words.
  fileprivate var words: Phrase {
    switch self {
    case .live(let quantity): quantity.phrase
    case .raw: Phrase("the raw stream")
    case .stray: Phrase("another measurement")
    }
  }
}
