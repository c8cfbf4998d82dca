extension ColmiRingDriver: RawStreaming {
  /// Starts the raw stream, calls `body` with its readings, and stops it.
  public func withRawStream<Result: Sendable>(
    _ body: (AsyncStream<RawReading>) async throws -> Result
  ) async throws -> Result {
    try await running(.raw) {
      // The stop depends on the firmware.
      try await recognizeFirmware()
      let unsolicited = exchange.unsolicited.listen()
      defer { unsolicited.stop() }
      let result: Result
      do {
        // Sent without waiting for an answer: the channel of the readings differs between rings.
        try await exchange.send(.rawStream(on: true))
        let readings = ReadingIterator(unsolicited.elements, clock: environment.clock) { RawReading($0) }
        guard let first = await readings.next() else {
          // If the link was lost, this throws that error instead of "unsupported".
          _ = try await requireAnswer(.battery, Phrase("its battery"))
          throw LiveMeasuringError.unsupported(device: connection.label, what: Phrase("raw sensors"))
        }
        await readings.putBack(first)
        result = try await body(AsyncStream { await readings.next() })
      } catch {
        do {
          try await TaskScope.shielded { try await halt(.rawStream(on: false)) }
        } catch let failure as LiveMeasuringError where error is CancellationError {
          // The caller must learn that the ring is still streaming.
          throw failure
        } catch {}
        throw error
      }
      do {
        try await TaskScope.shielded { try await halt(.rawStream(on: false)) }
      } catch let failure as LiveMeasuringError {
        throw failure
      } catch {
        // The link is lost. The next session will find the stream and stop it.
      }
      return result
    }
  }

  /// Stops the raw stream, and checks that no reading follows. Makes three attempts.
  ///
  /// The command that works depends on the firmware (the table of `docs/colmi-ring.md`). `A1 05` is sent only to
  /// firmware that is known to need it: that of the H59MA, and one that answers `A1 02` with an error.
  ///
  /// - Throws: ``LiveMeasuringError/stillStreaming(device:)``, or the error with which the link was lost.
  func stopRawStream() async throws {
    for attempt in 0..<3 {
      do {
        if revisions.isH59 {
          try await exchange.send(.endRawStreamOfH59)
        } else if attempt == 0, try await isRefused(.rawStream(on: false)) {
          try await exchange.send(.endRawStreamOfH59)
        } else {
          if attempt > 0 { try await exchange.send(.rawStream(on: false)) }
          try await exchange.send(.endRawStream)
        }
      } catch let error as BluetoothError {
        // Retry if the write was refused, but not if the link was lost.
        guard case .attribute = error.reason else { throw error }
      }
      let unsolicited = exchange.unsolicited.listen()
      defer { unsolicited.stop() }
      if await isSilent(unsolicited.elements) { return }
    }
    throw LiveMeasuringError.stillStreaming(device: connection.label)
  }

  /// Sends a request, and returns whether the ring answers it with the error `A1 FF`. RT firmware has no such error: there
  /// `A1 FF` confirms an earlier `A1 00`.
  private func isRefused(_ request: ColmiRing.Request) async throws -> Bool {
    let answers = exchange.unsolicited.listen()
    defer { answers.stop() }
    try await exchange.send(request)
    guard !revisions.isRT else { return false }
    return try await TimeLimit.within(.seconds(1), environment.clock) {
      await answers.elements.contains { received in
        if case .acknowledged(let answer) = received.message {
          answer.command == ColmiRing.RawLight.command
        } else {
          false
        }
      }
    } ?? false
  }

  /// Returns true if no raw reading arrives for 1.5 s, or if the link is lost. Counting starts at the ring's
  /// confirmation, or half a second after the command without one: earlier readings were in transit.
  private func isSilent(_ messages: AsyncStream<ColmiRing.Received>) async -> Bool {
    let start = age()
    let isSilent = try? await TimeLimit.within(.seconds(2), environment.clock) {
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
    return isSilent ?? true
  }
}

extension RawReading {
  /// Extracts the reading of a message; `nil` for other messages.
  fileprivate init?(_ received: ColmiRing.Received) {
    self.init(received.message, frame: received.frame)
  }

  /// Extracts the reading of a message; `nil` for other messages.
  init?(_ message: ColmiRing.Message, frame: Int?) {
    switch message {
    case .rawLight(let light):
      // 0 is not a sample.
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
