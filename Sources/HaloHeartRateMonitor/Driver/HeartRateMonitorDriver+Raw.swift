import HaloFoundation
import Synchronization

extension HeartRateMonitorDriver: RawStreaming {
  /// Starts all raw streams of a Polar sensor, calls `body` with the readings, and stops the streams.
  public func withRawStream<Result: Sendable>(
    _ body: (AsyncStream<RawReading>) async throws -> Result
  ) async throws -> Result {
    let kinds = try await polarKinds().filter { [.ecg, .ppg, .acceleration].contains($0) }
    guard !kinds.isEmpty, let control = services.characteristic(HeartRateMonitor.Polar.GATT.control),
      let data = services.characteristic(HeartRateMonitor.Polar.GATT.data)
    else { throw LiveMeasuringError.unsupported(device: connection.label, what: Phrase("raw sensors")) }
    let point = PolarControlPoint(
      connection: connection, control: control, answers: try await connection.notifications(of: control),
      clock: environment.clock)
    let frames = try await connection.notifications(of: data)
    let decoder = Mutex(HeartRateMonitor.Polar.ReadingDecoder())
    let time = environment.time
    let stop: @Sendable () async -> Void = {
      // A running stream drains the sensor's battery. If the sensor is out of reach, it stops by itself.
      for kind in kinds { _ = try? await TaskScope.shielded { try await point.ask(.init(.stop, kind)) } }
    }
    return try await TaskScope.ending({ await stop() }) {
      for kind in kinds {
        let choices = try await point.ask(.init(.settings, kind))
        let request = HeartRateMonitor.Polar.Request(.start, kind, choices.settings.chosen)
        let answer = try await point.ask(request)
        decoder.withLock { decoder in
          decoder.request(request.value)
          decoder.response(answer.value)
        }
      }
      return try await body(
        AsyncStream(frames) { frame in
          let arrival = time.now.timeIntervalSince1970 * 1000
          return decoder.withLock {
            $0.readings(frame.bytes, arrival: arrival, frame: frame.frame).map(\.reading)
          }
        })
    }
  }

  /// Returns the streams of a Polar device besides the heart rate; empty for other devices.
  func polarKinds() async throws -> [HeartRateMonitor.Polar.Kind] {
    guard let value = try await connection.optionalValue(of: HeartRateMonitor.Polar.GATT.control, in: services) else {
      return []
    }
    return HeartRateMonitor.Polar.Features(value: value.bytes)?.kinds ?? []
  }
}

extension HeartRateMonitor.Polar.Settings {
  /// Chooses the settings of a stream: the finest resolution, the widest range, and the lowest rate of at least 50 Hz,
  /// which is sufficient for movement and pulse. An ECG has only one rate.
  var chosen: Self {
    Self(
      entries.compactMap { entry in
        switch entry.key {
        case .sampleRate:
          let values = entry.values.sorted()
          return (values.first { $0 >= 50 } ?? values.last).map { Entry(entry.key, [$0]) }
        case .resolution, .range, .rangeThousandths, .channels: return entry.values.max().map { Entry(entry.key, [$0]) }
        case .factor: return nil
        }
      })
  }
}
