import HaloBluetooth
import HaloEngine
import HaloHealth
public import HaloJournal
public import HaloWearables
public import Observation
public import HaloReports

/// What the Live screen binds to: a measurement while one watches, or the sensors as they are.
///
/// The ring's LEDs are on only while something is measured: ``stop()``, the end of ``run()`` and errors turn them off.
@MainActor @Observable
public final class LiveModel {
  /// What can be watched.
  public enum Kind: Hashable, Sendable {
    /// A quantity.
    case quantity(LiveQuantity)
    /// The sensors' readings as they are.
    case raw

    /// The same in the engine's words.
    var subject: LiveSubject {
      switch self {
      case .quantity(let quantity): .quantity(quantity)
      case .raw: .raw
      }
    }

    /// What it is called.
    public var title: Phrase {
      switch self {
      case .quantity(let quantity): quantity.title
      case .raw: Phrase("Raw sensors")
      }
    }
  }

  /// How a measurement goes.
  public enum State: Sendable, Hashable {
    /// Nothing is measured.
    case idle
    /// A link is sought.
    case connecting
    /// The ring warms up: there is no value yet.
    case warmingUp
    /// The ring is not worn, or worn badly.
    case notWorn
    /// No data for the moment.
    case noData
    /// There are values.
    case measuring
    /// The link broke; it is sought again in a moment.
    case interrupted(Problem)
    /// It is being stopped; the LEDs are turned off.
    case stopping
    /// It could not be measured.
    case failed(Problem)
  }

  /// A value.
  public struct Point: Sendable, Hashable, Identifiable {
    /// Its number, from 0.
    public let id: Int
    /// Seconds since the measurement began.
    public let seconds: Double
    /// The value in the quantity's unit.
    public let value: Double
  }

  /// How it goes.
  public private(set) var state = State.idle
  /// What is measured, or was last.
  public private(set) var kind: Kind?
  /// The latest value with its unit; `nil` before there is one, and again where there is none any more.
  public private(set) var value: Phrase?
  /// The values of the last two minutes.
  public private(set) var points: [Point] = []
  /// The latest times between beats in milliseconds, oldest first.
  public private(set) var beatIntervals: [Double] = []
  /// Variability of the last minute in words, where the device tells every beat.
  public private(set) var variability: Phrase?
  /// The ends of the chart's scale, which changes in steps of 10; `nil` before the first value.
  public var scale: ClosedRange<Double>? { report?.scale }
  /// What the last measurement came to; `nil` before there was one.
  public private(set) var summary: Phrase?
  /// The sensors' readings, in the order in which they first came.
  public private(set) var traces: [RawTrace] = []
  /// The devices that measure while one watches.
  public private(set) var devices: [Device] = []
  /// The device that is used; `nil` is the first.
  public var chosen: Device? {
    didSet { if chosen != oldValue { findKinds() } }
  }
  /// What the device can measure: of its kind in general, and of itself once there was a link.
  public private(set) var kinds: [Kind] = []

  private let environment: ModelEnvironment
  private let errand = Errand()
  private var began = 0
  private var report: LiveReport?
  private var lastReading: Moment

  /// How many beat intervals are kept.
  private static let beatCount = 60
  /// How many seconds of values are kept.
  private static let window = 120.0

  /// Nothing is measured yet.
  public init(_ environment: ModelEnvironment) {
    self.environment = environment
    lastReading = environment.now
  }

  /// The device that measures, for a picker.
  public var selection: Device? {
    get { device }
    set { chosen = newValue }
  }

  /// The device that measures.
  public var device: Device? { chosen.flatMap { chosen in devices.first { $0.id == chosen.id } } ?? devices.first }

  /// Whether something is measured, or about to be.
  public var isRunning: Bool {
    switch state {
    case .idle, .failed: false
    case .connecting, .warmingUp, .notWorn, .noData, .measuring, .interrupted, .stopping: true
    }
  }

  /// The state in words.
  public var words: Phrase {
    switch state {
    case .idle: devices.isEmpty ? noDevice.phrase : Phrase("Choose what to measure.")
    case .connecting: Phrase("Connecting …")
    case .warmingUp, .notWorn, .noData: report?.words(at: lastReading) ?? Phrase("Connecting …")
    case .measuring: Phrase("Measuring. The light stays on until you stop.")
    case .interrupted(let problem): Phrase("\(problem.what) Trying again …")
    case .stopping: Phrase("Stopping …")
    case .failed(let problem): problem.phrase
    }
  }

  /// What VoiceOver says of the chart.
  public var spoken: Phrase {
    guard let kind, let value else { return words }
    return Phrase("\(kind.title): \(value)")
  }

  /// What VoiceOver says of the chart of beat intervals.
  public var beatsSpoken: Phrase {
    guard let shortest = beatIntervals.min(), let longest = beatIntervals.max() else { return words }
    return Phrase(
      "\(beatIntervals.count) beat intervals, between \(shortest, digits: 0) and \(longest, digits: 0) milliseconds")
  }

  /// Does what a person asks for until the task is cancelled. What is measured ends then, and with it the LEDs.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.errand.run() }
      group.addTask { for await _ in self.environment.changes.updates() { await self.load() } }
    }
  }

  /// Measures, instead of what is measured now.
  public func start(_ kind: Kind) {
    state = .connecting
    errand.start { await self.measure(kind) }
  }

  /// Stops what is measured.
  public func stop() {
    if isRunning { state = .stopping }
    errand.cancel()
    // What had not begun is over at once.
    errand.start { if self.state == .stopping { self.state = .idle } }
  }

  /// Stops what is measured, and returns when the LEDs are off: nobody looks any more.
  public func end() async {
    guard isRunning else { return }
    state = .stopping
    await errand.end()
    if state == .stopping { state = .idle }
  }

  private var noDevice: Problem {
    Problem(Phrase("There is no device that measures live."), advice: Phrase("Add a ring or a strap under My device."))
  }

  private func load() async {
    guard
      let found = try? await environment.journal.perform({ journal in
        try journal.devices().filter { environment.registry.driver($0.family) is any LiveMeasuring.Type }
      })
    else { return }
    if found != devices { devices = found }
    findKinds()
  }

  private func findKinds() {
    let found = device.map { device in
      // What its family measures, until it has said so itself.
      let family = environment.registry.family(device.family)
      let quantities = environment.abilities[device.identifier] ?? family?.liveQuantities ?? []
      return quantities.map(Kind.quantity) + (family?.rawSearchWords != nil ? [.raw] : [])
    }
    if found ?? [] != kinds { kinds = found ?? [] }
  }

  private func measure(_ kind: Kind) async {
    self.kind = kind
    value = nil
    points = []
    beatIntervals = []
    variability = nil
    traces = []
    state = .connecting
    (report, summary) = (nil, nil)
    began = environment.now.milliseconds
    await load()
    guard let device else {
      state = .failed(noDevice)
      return
    }
    if case .quantity(let quantity) = kind {
      let driver = environment.registry.driver(device.family) as? any LiveMeasuring.Type
      report = LiveReport(
        quantity, device: device.name, kind: environment.registry.kind(of: device.family),
        usualSeconds: driver?.warmUpSeconds(for: quantity))
    }
    let (news, teller) = AsyncStream<LiveNews>.makeStream()
    async let shown: Void = show(news, of: kind)
    do {
      try await environment.engine.watch(kind.subject, of: device) { [abilities = environment.abilities] driver in
        abilities.note(driver, of: device.identifier)
      } report: {
        teller.yield($0)
      }
      teller.finish()
      await shown
      state = .idle
    } catch {
      teller.finish()
      await shown
      state = Task.isCancelled || error is CancellationError ? .idle : .failed(Problem(error))
    }
    value = nil
    if let report, report.began != nil { summary = report.summary(measures, at: environment.now) }
    // What was measured is in the journal now.
    environment.changes.announce()
  }

  private func show(_ news: AsyncStream<LiveNews>, of kind: Kind) async {
    for await news in news where state != .stopping {
      switch news {
      case .link(.connecting): state = .connecting
      case .link(.connected):
        report?.connect(at: environment.now)
        findKinds()
      case .link(.interrupted(let error, _)):
        report?.disconnect()
        state = .interrupted(Problem(error))
        value = nil
      case .reading(let reading, let time): take(reading, at: time, of: kind)
      case .raw(let reading, let time): take(reading, at: time)
      }
    }
  }

  private func take(_ reading: LiveReading, at time: Moment, of kind: Kind) {
    guard case .quantity(let quantity) = kind else { return }
    report?.take(reading, at: time)
    lastReading = time
    guard let report else { return }
    // Before the first value they look like values.
    if report.hasValues { beatIntervals = (beatIntervals + reading.beatIntervals).suffix(Self.beatCount) }
    variability = report.rmssd.map { measures.value($0.rounded(), of: .heartRateVariabilityRMSSD) }
    value = report.value.map { measures.value($0.rounded(), of: quantity.metric) }
    switch report.state {
    case .connecting: state = .connecting
    case .warmingUp: state = .warmingUp
    case .notWorn: state = .notWorn
    case .noData: state = .noData
    case .measuring:
      state = .measuring
      let seconds = Double(time.milliseconds - began) / 1000
      points.append(Point(id: report.count - 1, seconds: seconds, value: report.value ?? 0))
      if let keep = points.firstIndex(where: { $0.seconds >= seconds - Self.window }), keep > 0 {
        points.removeFirst(keep)
      }
    }
  }

  private var measures: MeasureWords { MeasureWords(environment.profile.current.units) }

  private func take(_ reading: RawReading, at time: Moment) {
    state = .measuring
    let seconds = (Double(time.milliseconds - began) - reading.delayMilliseconds) / 1000
    let values: [Double] =
      switch reading.value {
      case .light(let raw, _, _): [Double(raw)]
      case .acceleration(let x, let y, let z): [x, y, z]
      case .count(let count): [Double(count)]
      case .voltage(let microvolts): [Double(microvolts)]
      }
    if let place = traces.firstIndex(where: { $0.sensor == reading.sensor }) {
      traces[place].add(values, at: seconds)
    } else {
      var trace = RawTrace(reading.sensor)
      trace.add(values, at: seconds)
      traces.append(trace)
    }
  }
}
