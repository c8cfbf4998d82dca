/// The data of a live measurement's events.
enum LiveAnswer {
  /// The state of the measurement.
  struct State: Encodable, Sendable {
    /// The name of a ``LiveReport/State``, or `failed`.
    let state: String
    let words: Phrase
    let since: Moment
    let elapsedSeconds: Int?
    let usualSeconds: Int?
    let error: ErrorAnswer.Message?
  }

  /// The latest value.
  struct Value: Encodable, Sendable {
    let time: Moment
    let value: Double
    let unit: String
    let text: Phrase?
    let settling: Bool
    let scale: [Double]
  }

  /// Beat intervals.
  struct Beats: Encodable, Sendable {
    struct Interval: Encodable, Sendable {
      let time: Moment
      let ms: Double
      let good: Bool
      let text: Phrase
    }

    let intervals: [Interval]
    let rmssd: Double?
    let words: Phrase?

    /// The last interval ended at `time`.
    init(_ reading: LiveReading, at time: Moment) {
      var end = Double(time.milliseconds)
      intervals = reading.beatIntervals.reversed().map { interval in
        defer { end -= interval }
        return Interval(
          time: Moment(milliseconds: Int(end), secondsFromGMT: time.secondsFromGMT), ms: interval,
          good: (250...2500).contains(interval),
          text: MeasureWording.value(interval.rounded(), of: Metric.beatInterval))
      }.reversed()
      rmssd = reading.rmssd?.rounded(parts: 10)
      words = reading.rmssd.map { Phrase("RMSSD \(MeasureWording.value($0, of: .heartRateVariability))") }
    }
  }

  /// Raw readings of a sensor.
  struct Raw: Encodable, Sendable {
    /// The values of one moment: a number, or X, Y and Z.
    struct Reading: Encodable, Sendable {
      private let values: [Double]

      init?(_ reading: RawReading) {
        values = reading.values.map { $0.rounded(parts: 1000) }
        if values.isEmpty { return nil }
      }

      func encode(to encoder: any Encoder) throws {
        if values.count > 1 { try values.encode(to: encoder) } else { try values[0].encode(to: encoder) }
      }
    }

    let channel: String
    let sensor: RawSensor
    let rate: Double?
    let start: Moment
    let unit: String
    let values: [Reading]
  }

  /// The measured rate of a sensor.
  struct Rate: Encodable, Sendable {
    let channel: String
    let measured: Double
    let words: Phrase
  }
}

extension RawSensor {
  /// The name of the sensor's channel on the page.
  var channel: String {
    switch self {
    case .ppg: "light"
    case .ppg2: "light-2"
    case .ppg3: "light-3"
    case .ambientLight: "ambient-light"
    case .redLight: "red-light"
    case .accelerometer, .ecg: rawValue
    }
  }

  /// The unit of the sensor's values on the page.
  var unitSymbol: String {
    switch self {
    case .ecg: "µV"
    case .accelerometer: "g"
    default: "counts"
    }
  }
}
