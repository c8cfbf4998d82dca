public import HaloHealth
public import HaloWearables

/// A live measurement of a quantity: how it goes, its values, and what came of it. All front ends show it from this; time is passed in.
public struct LiveReport: Sendable, Hashable {
  /// How a measurement goes. The raw value is its name in the page's API.
  public enum State: String, Sendable, Hashable {
    /// There is no link: the device is searched for, or the link was lost.
    case connecting
    /// The device is connected and has no value yet.
    case warmingUp = "warming-up"
    /// The device is not worn, or worn badly.
    case notWorn = "not-worn"
    /// No data for the moment.
    case noData = "no-data"
    /// There are values.
    case measuring
  }

  /// The quantity.
  public let quantity: LiveQuantity
  /// The device's name.
  public let device: String
  /// The kind of the device.
  public let kind: WearableFamily.Kind
  /// Seconds that such a device usually takes before its first value; `nil` if it has one at once, or its driver does not say.
  public let usualSeconds: Int?
  /// How it goes.
  public private(set) var state = State.connecting
  /// When the warming up began; `nil` before the device was connected.
  public private(set) var began: Moment?
  /// The latest value in the quantity's unit; `nil` if there is none now.
  public private(set) var value: Double?
  /// The lowest value so far.
  public private(set) var lowest: Double?
  /// The highest value so far.
  public private(set) var highest: Double?
  /// How many values there were.
  public private(set) var count = 0
  /// How many beat intervals there were.
  public private(set) var beats = 0
  /// RMSSD over the last minute in milliseconds, if the device gives every beat.
  public private(set) var rmssd: Double?
  /// The ends of a chart's scale: at least 20 bpm apart, and changed in steps of 10 only; `nil` before the first value.
  public private(set) var scale: ClosedRange<Double>?
  private var first: Double?
  private var sum = 0.0

  /// A measurement that has not begun. `usualSeconds` is from the device's driver (``HaloWearables/LiveMeasuring``).
  public init(_ quantity: LiveQuantity, device: String, kind: WearableFamily.Kind = .ring, usualSeconds: Int?) {
    self.quantity = quantity
    self.device = device
    self.kind = kind
    self.usualSeconds = usualSeconds
  }

  /// Whether there was a value. Beat intervals are shown only then: before, they look like values.
  public var hasValues: Bool { count > 0 }

  /// The link was made. A device that had values warms up again.
  public mutating func connect(at time: Moment) {
    if began == nil || hasValues { began = time }
    state = .warmingUp
  }

  /// The link was lost, or is made.
  public mutating func disconnect() { (state, value) = (.connecting, nil) }

  /// A reading came.
  public mutating func take(_ reading: LiveReading, at time: Moment) {
    began = began ?? time
    beats += reading.beatIntervals.count
    rmssd = reading.rmssd
    value = nil
    switch reading.state {
    case .warmingUp:
      if state == .measuring { began = time }
      state = .warmingUp
    case .notWorn: state = .notWorn
    case .noData: state = .noData
    case .value(let value):
      state = .measuring
      self.value = value
      first = first ?? value
      lowest = min(lowest ?? value, value)
      highest = max(highest ?? value, value)
      count += 1
      sum += value
      scale = widened(for: value)
    }
  }

  private func widened(for value: Double) -> ClosedRange<Double> {
    let step = quantity == .speed ? 1.0 : 10
    var (low, high) = scale.map { ($0.lowerBound, $0.upperBound) } ?? (0, -1)
    if high < low {
      low = max(0, ((value - step) / step).rounded(.down) * step)
      high = low + 2 * step
      if quantity == .oxygenSaturation, high > 100 { (low, high) = (80, 100) }
    }
    while value < low { low -= step }
    while value > high { high += step }
    return low...high
  }

  /// Whole seconds since warming up began.
  public func seconds(at time: Moment) -> Int {
    began.map { max(0, (time.milliseconds - $0.milliseconds) / 1000) } ?? 0
  }

  /// How it goes: "Warming up, 12 s of about 30".
  public func words(at time: Moment) -> Phrase {
    switch state {
    case .connecting:
      return began == nil
        ? Phrase("Connecting to \(device) …") : Phrase("The link with \(device) was lost; it is made again.")
    case .warmingUp:
      let seconds = seconds(at: time)
      guard let usualSeconds else { return Phrase("Warming up, \(seconds) s") }
      return seconds <= usualSeconds
        ? Phrase("Warming up, \(seconds) s of about \(usualSeconds)")
        : Phrase("Warming up, \(seconds) s, usually about \(usualSeconds). Keep the hand still")
    case .notWorn:
      return kind == .strap
        ? Phrase("Not worn: wet the contacts, and put it on tight.")
        : Phrase("Not worn: put it on, the sensors on the palm side.")
    case .noData:
      return kind == .strap
        ? Phrase("No beat found for the moment.") : Phrase("No data for the moment: keep the hand still.")
    case .measuring: return Phrase("Measuring")
    }
  }

  /// The latest value with its unit, in the units that a person chose; `nil` if there is none now.
  public func valueWords(_ measures: MeasureWords) -> Phrase? {
    value.map { measures.value($0, of: quantity.metric) }
  }

  /// What came of it: the lowest, highest and mean value, or that there was none and what to do.
  public func summary(_ measures: MeasureWords, at time: Moment) -> Phrase {
    guard let lowest, let highest, let first else {
      return Phrase("In \(seconds(at: time)) s no value came. \(advice)")
    }
    let name = Phrase(stringLiteral: quantity.words)
    if quantity == .steps {
      let last = highest
      return Phrase(
        "\(name): \(MeasureWords.number(last)) today, \(MeasureWords.number(last - first)) of them while you watched.")
    }
    func number(_ value: Double) -> Phrase {
      quantity == .speed ? measures.speed(value) : MeasureWords.number(value)
    }
    let readings = count == 1 ? Phrase("1 reading") : Phrase("\(count) readings")
    let range = Phrase(
      "\(name): \(number(lowest)) to \(measures.value(highest, of: quantity.metric)), \(number((sum / Double(count) * 100).rounded() / 100)) on average, from \(readings)"
    )
    let rest = [
      beats > 0 ? (beats == 1 ? Phrase("1 beat interval") : Phrase("\(beats) beat intervals")) : nil,
      quantity == .heartRate
        ? rmssd.map { Phrase("RMSSD \(MeasureWords.number($0)) ms over the last minute") } : nil,
    ]
    return Phrase("\(Phrase.list([range] + rest.compactMap(\.self)) ?? range).")
  }

  /// What to do if no value came.
  private var advice: Phrase {
    switch kind {
    case .strap:
      Phrase(
        "A strap has to be worn, its contacts wet. HRV takes 20 beats, which not every monitor reports one by one.")
    case .machine: Phrase("The machine has to be in use: measure longer.")
    case .ring, .watch, .other:
      usualSeconds.map {
        Phrase(
          "The first value takes about \($0) s and the device has to be worn: measure longer, and see that it sits well."
        )
      } ?? Phrase("The device has to be worn: measure longer, and see that it sits well.")
    }
  }
}
