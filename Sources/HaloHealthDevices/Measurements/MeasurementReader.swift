/// Decides which measurements of a session are the wearer's, and when they were made. Sync, live values and repeated decoding use it.
struct MeasurementReader {
  /// A received value.
  struct Value: Sendable {
    let bytes: [UInt8]
    let characteristic: BluetoothUUID
    let arrival: Moment
    /// The recorder's number of the frame.
    let frame: Int?
  }

  /// The values of one message.
  struct Reading {
    let values: [(metric: Metric, value: Double)]
    let time: Moment
    let source: SampleSource
    let leftOut: LeftOut?
    let frame: Int?

    var samples: [Sample] {
      values.map {
        Sample(
          $0.metric, $0.value, start: time.wallClock, source: source,
          provenance: Provenance(frames: frame.map { [$0] } ?? [], decoder: HealthDevices.decoderName))
      }
    }
  }

  /// The time within which equal values without a time are the same measurement: a scale without a clock repeats its value while
  /// someone stands on it.
  private static let repetition = Duration.minutes(1)
  /// Clocks differ: a time may be that much later than its reception.
  private static let tolerance = Duration.minutes(15)

  /// The wearer's number, if it is known.
  private let user: Int?
  /// The numbers of users that occur in the session.
  private var users: Set<Int>
  /// The seconds that the device's clock is ahead of local time.
  private var lead = 0
  /// The last value, and when it arrived first.
  private var last: (bytes: [UInt8], arrival: Moment)?
  /// The measurement whose other parts have no time and user, and its arrival.
  private var first: (measurement: HealthMeasurement, arrival: Moment)?

  init(user: Int?, users: Set<Int> = []) { (self.user, self.users) = (user, users) }

  /// Reads a value; `nil` if it is not a measurement.
  mutating func read(_ value: Value) -> Reading? {
    let bytes = value.bytes
    let arrival = value.arrival
    if HealthDevices.GATT.clocks.contains(value.characteristic) {
      setLead(bytes, arrival)
      return nil
    }
    guard var measurement = HealthMeasurement(bytes, of: value.characteristic) else { return nil }
    if measurement.hasSeveralParts, measurement.time == nil, measurement.user == nil, let first,
      (.zero...Self.repetition).contains(arrival - first.arrival)
    {
      measurement.time = first.measurement.time
      measurement.user = first.measurement.user
    } else {
      first = (measurement, arrival)
    }
    if let user = measurement.knownUser { users.insert(user) }
    let isRepeated = last.map { $0.bytes == bytes && (.zero..<Self.repetition).contains(arrival - $0.arrival) } ?? false
    if !isRepeated || measurement.isContinuous { last = (bytes, arrival) }
    let time = measurement.time.map {
      Moment(WallClock(secondsSince1970: $0.secondsSince1970 - lead), secondsFromGMT: arrival.secondsFromGMT)
    }
    let isTooLate = time.map { $0 - arrival > Self.tolerance || !DataBounds(now: arrival).contains($0.wallClock.date) }
    let values = measurement.values.compactMap { metric, value -> (metric: Metric, value: Double)? in
      let value = value.map { $0.rounded(parts: 1000) }
      return value.flatMap { metric.plausibleRange.contains($0) ? (metric, $0) : nil }
    }
    let leftOut =
      measurement.problem ?? (values.isEmpty ? .failed : isTooLate == true ? .clock : strangeness(of: measurement.user))
    return Reading(
      values: leftOut == nil ? values : [], time: time ?? last?.arrival ?? arrival,
      source: measurement.isContinuous ? .live : .manual, leftOut: leftOut, frame: value.frame)
  }

  /// Reads the values of a session in order: the measurements among them.
  static func read(_ values: [Value], user: Int?) -> [Reading] {
    var reader = MeasurementReader(user: user, users: users(in: values))
    return values.compactMap { reader.read($0) }
  }

  /// The numbers of users that occur in some values.
  static func users(in values: [Value]) -> Set<Int> {
    Set(values.compactMap { HealthMeasurement($0.bytes, of: $0.characteristic)?.knownUser })
  }

  /// Why a measurement of this user may be another person's.
  private func strangeness(of number: Int?) -> LeftOut? {
    guard let number else { return nil }
    let isUnknown = number == DeviceTraits.severalUsers
    if let user, user != DeviceTraits.severalUsers {
      return number == user ? nil : isUnknown ? .unknownUser : .otherUser
    }
    if isUnknown { return user == nil && users.isEmpty ? nil : .unknownUser }
    return user == nil && users.count == 1 ? nil : .severalUsers
  }

  /// Notes how far the device's clock is ahead, in whole minutes so that a measurement that is sent again has the same time.
  private mutating func setLead(_ bytes: [UInt8], _ arrival: Moment) {
    var reader = FlaggedReader(bytes)
    guard let clock = reader.dateTime(if: true)?.wallClock else { return }
    let seconds = clock.secondsSince1970 - arrival.wallClock.secondsSince1970
    lead = abs(seconds) < 120 ? 0 : Int((Double(seconds) / 60).rounded()) * 60
  }
}
