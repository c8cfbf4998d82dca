extension HeartRateMonitor.Polar {
  /// Converts frames to readings, using the requests and answers of the control point.
  struct ReadingDecoder {
    private var clock = SampleClock()
    private var factors: [Kind: Float] = [:]
    /// Settings of requests that are not yet answered.
    private var asked: [Kind: Settings] = [:]

    /// Processes a value written to the control point.
    mutating func request(_ value: [UInt8]) {
      guard let request = Request(value: value), request.operation == .start else { return }
      asked[request.kind] = request.settings
      if let rate = request.settings.values(.sampleRate).first { clock.rates[request.kind] = rate }
    }

    /// Processes an answer of the control point.
    mutating func response(_ value: [UInt8]) {
      guard let response = Response(value: value), response.operation == .start, response.error == 0 else { return }
      factors[response.kind] = response.settings.factor
      if let rate = response.settings.values(.sampleRate).first { clock.rates[response.kind] = rate }
    }

    /// Decodes the readings in a frame that arrived at `arrival`, in milliseconds of this machine's clock, each with
    /// its own time.
    mutating func readings(
      _ value: [UInt8], arrival: Double, frame: Int?
    ) -> [(time: Double, reading: RawReading)] {
      guard let data = DataFrame(value: value), let kind = data.kind else { return [] }
      guard let samples = data.samples else {
        let sensors: [Kind: RawReading.Sensor] = [.ecg: .ecg, .ppg: .ppg, .acceleration: .accelerometer]
        return sensors[kind].map { [(arrival, RawReading($0, .undecoded(frameType: value[9]), frame: frame))] } ?? []
      }
      let times = clock.times(of: samples.count, in: data, kind, arrival: arrival)
      return zip(times, samples).flatMap { time, sample in
        let delay = max(0, arrival - time)
        return values(of: sample, in: data, kind).map { sensor, value in
          (time, RawReading(sensor, value, delayMilliseconds: delay, frame: frame))
        }
      }
    }

    private func values(
      of sample: [Int], in frame: DataFrame, _ kind: Kind
    ) -> [(RawReading.Sensor, RawReading.Value)] {
      switch kind {
      case .ecg:
        // As in all compressed frames of the SDK, the factor gives the unit.
        let factor = frame.isCompressed ? Double(factors[kind] ?? 1) : 1
        return [(.ecg, .voltage(microvolts: Int(exactly: (Double(sample[0]) * factor).rounded()) ?? sample[0]))]
      case .ppg: return zip([.ppg, .ppg2, .ppg3, .ambientLight], sample).map { ($0, .count($1)) }
      case .acceleration:
        // Uncompressed values are thousandths of a g. Compressed ones are multiplied by a factor, which gives g with
        // type 0 and thousandths with type 1.
        let factor = Double(factors[kind] ?? 1)
        let scale = frame.isCompressed ? (frame.type == 0 ? factor : factor / 1000) : 0.001
        let g = sample.map { Double($0) * scale }
        return [(.accelerometer, .acceleration(x: g[0], y: g[1], z: g[2]))]
      case .pulseIntervals, .gyroscope, .magnetometer: return []
      }
    }
  }
}
