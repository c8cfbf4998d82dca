import HaloText
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
      let result: Result
      do {
        // Not asked for an answer: which channel the readings come on differs between rings.
        try await exchange.send(.rawStream(on: true))
        let readings = ReadingIterator(unasked.elements, clock: environment.clock) { RawReading($0) }
        guard let first = await readings.next() else {
          // A link that was lost is no sign of what the firmware knows, and says so here.
          _ = try await insist(.battery, Phrase("its battery"))
          throw LiveMeasuringError.unsupported(device: connection.label, what: Phrase("its raw sensors"))
        }
        await readings.putBack(first)
        result = try await body(AsyncStream { await readings.next() })
      } catch {
        do {
          try await TaskScope.shielded { try await halt(.rawStream(on: false)) }
        } catch let failure as LiveMeasuringError where error is CancellationError {
          // A person who ends a stream must learn that the ring goes on.
          throw failure
        } catch {}
        throw error
      }
      do {
        try await TaskScope.shielded { try await halt(.rawStream(on: false)) }
      } catch let failure as LiveMeasuringError {
        throw failure
      } catch {
        // The link is lost: the next one finds the stream, and stops it.
      }
      return result
    }
  }

  /// Stops the raw stream in both forms, and checks that no reading follows. Tries three times.
  ///
  /// Which form a ring obeys depends on its firmware: ``ColmiRing/FirmwareQuirk/rawStreamStop``.
  ///
  /// - Throws: ``LiveMeasuringError/stillStreaming(device:)``, or the error that the link was lost with.
  func stopRawStream() async throws {
    for _ in 0..<3 {
      let unasked = exchange.unasked.listen()
      defer { unasked.stop() }
      do {
        try await exchange.send(.rawStream(on: false))
        try await exchange.send(.endRawStream)
      } catch let error as BluetoothError {
        // A write that was refused may be taken the next time; a link that is lost is not.
        guard case .attribute = error.reason else { throw error }
      }
      if await isSilent(unasked.elements) { return }
    }
    throw LiveMeasuringError.stillStreaming(device: connection.label)
  }

  /// Whether no raw reading comes for 1.5 s, or the link is lost. Readings count from the ring's confirmation on; without one, from half a
  /// second on: earlier ones were on their way.
  private func isSilent(_ messages: AsyncStream<ColmiRing.Received>) async -> Bool {
    let (start, clock) = (age(), environment.clock)
    return await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        var isConfirmed = false
        for await received in messages {
          switch received.message {
          case .acknowledged(let confirmed) where confirmed.command == ColmiRing.RawLight.command: isConfirmed = true
          case .rawLight where isConfirmed || age() - start > .milliseconds(500),
            .rawAccelerometer where isConfirmed || age() - start > .milliseconds(500):
            return false
          default: continue
          }
        }
        return true
      }
      group.addTask {
        try? await clock.sleep(for: .seconds(2))
        return true
      }
      defer { group.cancelAll() }
      return await group.next() ?? true
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
