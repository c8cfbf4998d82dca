/// The state, values and summary of a live measurement, for all front ends. The caller passes the current time.
public struct LiveReport: Sendable, Hashable {
  /// The state of a measurement. The raw value is its name in the page's API.
  public enum State: String, Sendable, Hashable {
    /// Not connected: searching, or the connection was lost.
    case connecting
    /// The device is connected and has no value yet.
    case warmingUp = "warming-up"
    /// The device is not worn, or not worn correctly.
    case notWorn = "not-worn"
    /// No data at the moment.
    case noData = "no-data"
    /// The device sends values.
    case measuring
  }

  public let quantity: Metric
  /// The device's name.
  public let device: String
  /// The kind of the device.
  public let kind: WearableFamily.Kind
  /// The usual warm-up time of such a device, in seconds; `nil` if it needs none, or the driver does not know it.
  public let usualSeconds: Int?
  /// The current state.
  public private(set) var state = State.connecting
  /// The start of warm-up; `nil` before the device was connected.
  public private(set) var began: Moment?
  /// The latest value in the quantity's unit; `nil` if it is currently unknown.
  public private(set) var value: Double?
  /// The lowest value so far.
  public private(set) var lowest: Double?
  /// The highest value so far.
  public private(set) var highest: Double?
  /// Number of values.
  public private(set) var count = 0
  /// The number of times that a stalled measurement was started again.
  public private(set) var restarts = 0
  /// Number of beat intervals.
  public private(set) var beats = 0
  /// RMSSD over the last minute, in milliseconds, if the device reports each beat.
  public private(set) var rmssd: Double?
  /// Why there is no RMSSD, or what was left out of it, as a clause; `nil` if there is nothing to note.
  public private(set) var note: Phrase?
  /// The range of a chart's axis: at least 20 bpm wide, and changed only in steps of 10; `nil` before the first value.
  public private(set) var scale: ClosedRange<Double>?
  /// True while a ring's or watch's heart rate still climbs to its level: the first values are too low.
  public private(set) var isSettling = false
  private var first: Double?
  private var sum = 0.0
  /// When the latest value was received; `nil` without a current value.
  private var received: Moment?
  private var settling: Settling?

  /// The values of the last seconds, and when the first value after the warm-up was received.
  private struct Settling: Hashable {
    let since: Moment
    var times: [Moment] = []
    var values: [Double] = []
  }

  /// The age of a value.
  public enum Freshness: Sendable, Hashable {
    /// There is no value yet.
    case none
    /// The value is current.
    case fresh
    /// No value has come for that many seconds.
    case stale(seconds: Int)
  }

  /// Values come at least once a second; without one for this many seconds, the last one is stale.
  private static let staleSeconds = 10
  /// A heart rate has settled when it has changed by at most 5 bpm for 10 s, at the latest after a minute.
  private static let (settledSeconds, settledChange, longestSettling) = (10, 5.0, 60)

  /// Creates a measurement that has not started yet. `usualSeconds` is from the device's driver (`LiveMeasuring`).
  public init(_ quantity: Metric, device: String, kind: WearableFamily.Kind = .ring, usualSeconds: Int?) {
    self.quantity = quantity
    self.device = device
    self.kind = kind
    self.usualSeconds = usualSeconds
  }

  /// Creates a measurement of a paired device.
  public init(_ quantity: Metric, of device: Device, _ registry: DriverRegistry) {
    let driver = registry.driver(device.family) as? any LiveMeasuring.Type
    self.init(
      quantity, device: device.name, kind: registry.kind(of: device.family),
      usualSeconds: driver?.warmUpSeconds(for: quantity))
  }

  /// True if the device measures with light, which stays on meanwhile.
  public var usesLight: Bool { [.ring, .watch].contains(kind) && ![.steps, .skinTemperature].contains(quantity) }

  /// True if there has been a value. Beat intervals are shown only after the first value, because they could be
  /// mistaken for values.
  public var hasValues: Bool { count > 0 }

  /// Handles a new connection. If there were values before, warm-up restarts.
  public mutating func connect(at time: Moment) {
    if began == nil || hasValues { began = time }
    state = .warmingUp
  }

  /// Handles a lost connection.
  public mutating func disconnect() { (state, value, received, settling) = (.connecting, nil, nil, nil) }

  /// Handles a reading.
  public mutating func take(_ reading: LiveReading, at time: Moment) {
    began = began ?? time
    beats += reading.beatIntervals.count
    rmssd = reading.rmssd
    note = reading.note
    value = nil
    received = nil
    if case .value = reading.state {} else { (settling, isSettling) = (nil, false) }
    switch reading.state {
    case .warmingUp:
      if state == .measuring { began = time }
      state = .warmingUp
    case .restarted:
      restarts += 1
      state = .warmingUp
      began = time
    case .notWorn: state = .notWorn
    case .noData: state = .noData
    // A driver from outside may report anything: such a value has no text and no scale.
    case .value(let value) where !quantity.plausibleRange.contains(value): state = .noData
    case .value(let value):
      state = .measuring
      self.value = value
      received = time
      settle(value, at: time)
      first = first ?? value
      lowest = min(lowest ?? value, value)
      highest = max(highest ?? value, value)
      count += 1
      sum += value
      scale = widened(for: value)
    }
  }

  private mutating func settle(_ value: Double, at time: Moment) {
    guard quantity == .heartRate, kind != .strap, kind != .machine else { return }
    // After a change of the clock, the values settle again.
    let isLater = settling.map { $0.since.milliseconds <= time.milliseconds } ?? false
    var recent = isLater ? settling ?? Settling(since: time) : Settling(since: time)
    recent.times.append(time)
    recent.values.append(value)
    let old = recent.times.count { time.milliseconds - $0.milliseconds > Self.settledSeconds * 1000 }
    recent.times.removeFirst(old)
    recent.values.removeFirst(old)
    if !isLater { isSettling = true }
    settling = recent
    let seconds = (time.milliseconds - recent.since.milliseconds) / 1000
    let covered = recent.times.first.map { (time.milliseconds - $0.milliseconds) / 1000 } ?? 0
    let change = (recent.values.max() ?? value) - (recent.values.min() ?? value)
    let isLevel = covered >= Self.settledSeconds - 1 && change <= Self.settledChange
    if isLevel || seconds >= Self.longestSettling { isSettling = false }
  }

  /// Returns the age of the value. Steps are a total, which does not age.
  public func freshness(at time: Moment) -> Freshness {
    guard let received else { return .none }
    let seconds = (time.milliseconds - received.milliseconds) / 1000
    return quantity == .steps || seconds < Self.staleSeconds ? .fresh : .stale(seconds: seconds)
  }

  /// True if ``words(at:)`` change with time alone: during the warm-up, and while a value ages.
  public var changesByItself: Bool { state == .warmingUp || state == .measuring }

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

  /// Whole seconds since the start of warm-up.
  public func seconds(at time: Moment) -> Int {
    began.map { max(0, (time.milliseconds - $0.milliseconds) / 1000) } ?? 0
  }

  /// The state in words: "Warming up, 12 s of about 30".
  public func words(at time: Moment) -> Phrase {
    switch state {
    case .connecting:
      return began == nil
        ? Phrase("Connecting to \(device) …") : Phrase("The connection to \(device) was lost. Reconnecting …")
    case .warmingUp where restarts > 0:
      return Phrase("No values came, so the measurement was started again. \(warmUpWords(at: time))")
    case .warmingUp: return warmUpWords(at: time)
    case .notWorn:
      return kind == .strap
        ? Phrase("Not worn: moisten the contacts and tighten the strap.")
        : Phrase("Not worn: put it on with the sensors on the palm side.")
    case .noData:
      if let note { return Phrase("No value: \(note).") }
      return kind == .strap
        ? Phrase("No heartbeat detected.") : Phrase("No data: keep your hand still.")
    case .measuring:
      if case .stale(let seconds) = freshness(at: time) { return Phrase("No new value for \(seconds) s") }
      return isSettling ? Phrase("Measuring: the value is still settling") : Phrase("Measuring")
    }
  }

  private func warmUpWords(at time: Moment) -> Phrase {
    let seconds = seconds(at: time)
    guard let usualSeconds else { return Phrase("Warming up, \(seconds) s") }
    return seconds <= usualSeconds
      ? Phrase("Warming up, \(seconds) s of about \(usualSeconds)")
      : Phrase("Warming up, \(seconds) s, usually about \(usualSeconds). Keep your hand still")
  }

  /// The latest value with its unit, in the user's units; `nil` if it is currently unknown.
  public var valueWords: Phrase? {
    value.map { MeasureWording.value($0, of: quantity) }
  }

  /// The summary: lowest, highest and mean value, or advice if there was no value.
  public func summary(at time: Moment) -> Phrase {
    guard let lowest, let highest, let first else {
      return Phrase("No value in \(seconds(at: time)) s. \(advice)")
    }
    let name = quantity.phrase
    if quantity == .steps {
      let last = highest
      return Phrase(
        "\(name): \(MeasureWording.number(last)) today, \(MeasureWording.number(last - first)) of them during this measurement."
      )
    }
    func number(_ value: Double) -> Phrase { MeasureWording.amount(value, of: quantity) }
    let readings = count == 1 ? Phrase("1 reading") : Phrase("\(count) readings")
    let range = Phrase(
      "\(name): \(number(lowest)) to \(MeasureWording.value(highest, of: quantity)), \(number(MeasureWording.rounded(sum / Double(count), of: quantity))) on average, from \(readings)"
    )
    let rest = [
      beats > 0 ? (beats == 1 ? Phrase("1 beat interval") : Phrase("\(beats) beat intervals")) : nil,
      quantity == .heartRate
        ? rmssd.map { Phrase("RMSSD \(MeasureWording.number($0)) ms over the last minute") } : nil,
      note.map { rmssd == nil ? Phrase("no RMSSD: \($0)") : $0 },
      isSettling ? Phrase("the value was still settling: measure longer") : nil,
    ]
    return Phrase("\(Phrase.list([range] + rest.compactMap(\.self)) ?? range).")
  }

  /// Advice if there was no value.
  private var advice: Phrase {
    if let note { return Phrase("The reason: \(note).") }
    return switch kind {
    case .strap:
      Phrase(
        "Wear the strap with moist contacts. HRV needs 20 beats, and some heart rate monitors do not report every beat."
      )
    case .machine: Phrase("Use the machine and measure longer.")
    case .other where usualSeconds == nil: Phrase("Use the device and measure longer.")
    case .ring, .watch, .other:
      usualSeconds.map {
        Phrase(
          "The first value takes about \($0) s while the device is worn. Measure longer, and check the fit of the device."
        )
      } ?? Phrase("Wear the device and measure longer. Check the fit of the device.")
    }
  }
}
