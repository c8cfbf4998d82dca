import HaloBluetooth
import HaloHealth
public import HaloWearables

extension ColmiRingDriver: RawStreaming {
  public func withRawStream<Result: Sendable>(
    _ body: (AsyncStream<RawReading>) async throws -> Result
  ) async throws -> Result {
    try await running(.raw) {
      let unasked = exchange.unasked.listen()
      defer { unasked.stop() }
      let stop: @Sendable () async -> Void = {
        _ = try? await TaskScope.shielded { try await halt(.rawStream(on: false)) }
      }
      do {
        // Not asked for an answer: which channel the readings come on differs between rings.
        try await exchange.send(.rawStream(on: true))
        let readings = ReadingIterator(unasked.elements, clock: environment.clock) { RawReading($0) }
        guard let first = await readings.next() else {
          // A link that was lost is no sign of what the firmware knows, and says so here.
          _ = try await insist(.battery, "its battery")
          throw LiveMeasuringError.unsupported(device: connection.label, what: "its raw sensors")
        }
        await readings.putBack(first)
        let result = try await body(AsyncStream { await readings.next() })
        await stop()
        return result
      } catch {
        await stop()
        throw error
      }
    }
  }
}

extension RawReading {
  /// The reading in a message; `nil` where it is none.
  fileprivate init?(_ received: ColmiRing.Received) {
    self.init(received.message, frame: received.frames.last)
  }

  /// The reading in a message; `nil` where it is none.
  init?(_ message: ColmiRing.Message, frame: Int?) {
    switch message {
    case .rawLight(let light):
      // 0 is no sample.
      guard light.raw > 0 else { return nil }
      self.init(
        light.kind == .ppg ? .ppg : .redLight,
        .light(raw: light.raw, maximum: light.maximum, minimum: light.minimum), frame: frame)
    case .rawAccelerometer(let reading):
      let g = reading.g
      self.init(
        .accelerometer, .acceleration(x: g.x, y: g.y, z: g.z), countsPerG: reading.encoding.countsPerG, frame: frame)
    default: return nil
    }
  }
}
