public import Observation

/// The model of the Live screen: a live measurement, or raw sensor data.
///
/// The ring's LEDs are on only during a measurement: ``stop()``, the end of ``run()`` and errors turn them off.
@MainActor @Observable
public final class LiveModel {
  /// The state of a measurement.
  public enum State: Sendable, Hashable {
    /// No measurement is running.
    case idle
    /// The connection is being established.
    case connecting
    /// The ring is warming up and has no value yet.
    case warmingUp
    /// The ring is not worn, or not worn properly.
    case notWorn
    /// There is no data at the moment.
    case noData
    /// Values are arriving.
    case measuring
    /// The link was lost; reconnecting after a pause.
    case interrupted(Problem)
    /// The measurement is stopping; the LEDs are being turned off.
    case stopping
    /// The measurement failed.
    case failed(Problem)
  }

  /// The state of the measurement.
  public private(set) var state = State.idle
  /// The current or last kind of measurement.
  public private(set) var kind: LiveSubject?
  /// The latest value with its unit; `nil` if there is no current value.
  public private(set) var value: Phrase?
  /// The values of the last two minutes.
  public private(set) var points: [LivePoint] = []
  /// The latest beat intervals in milliseconds, oldest first.
  public private(set) var beatIntervals: [Double] = []
  /// HRV over the last minute as text, if the device reports every beat.
  public private(set) var variability: Phrase?
  /// The range of the value axis, which changes in steps of 10; `nil` before the first value.
  public var scale: ClosedRange<Double>? { report?.scale }
  /// The result of the last measurement; `nil` before there was one.
  public private(set) var summary: Phrase?
  /// The sensor readings, in the order in which sensors first appeared. They change at most ten times a second, because a
  /// sensor may send more readings than a screen can draw.
  public private(set) var traces: [RawTrace] = []
  /// The devices that support live measurement.
  public private(set) var devices: [Device] = []
  /// The selected device; `nil` selects the first one.
  public var chosen: Device? {
    didSet { if chosen != oldValue { findKinds() } }
  }
  /// The kinds of measurement of the device: those of its family, and after the first connection its own.
  public private(set) var kinds: [LiveSubject] = []

  private let environment: ModelEnvironment
  private let serialTask = SerialTask()
  private var began = 0
  private var report: LiveReport?
  private var lastReading: Moment
  /// The sensor readings, including those that are not drawn yet.
  @ObservationIgnored private var received: [RawTrace] = []

  /// The number of beat intervals kept.
  private static let beatCount = 60
  /// The length of the value history, in seconds.
  private static let window = 120.0
  /// The time between two changes of ``traces``.
  private static let frame = Duration.milliseconds(100)

  /// Creates a model without a measurement.
  public init(_ environment: ModelEnvironment) {
    self.environment = environment
    lastReading = environment.now
  }

  /// The measuring device, as a binding for a picker.
  public var selection: Device? {
    get { device }
    set { chosen = newValue }
  }

  /// The measuring device.
  public var device: Device? { chosen.flatMap { chosen in devices.first { $0.id == chosen.id } } ?? devices.first }

  /// True if a measurement is running or starting.
  public var isRunning: Bool {
    switch state {
    case .idle, .failed: false
    case .connecting, .warmingUp, .notWorn, .noData, .measuring, .interrupted, .stopping: true
    }
  }

  /// The state as text.
  public var words: Phrase {
    switch state {
    case .idle: devices.isEmpty ? noDevice.phrase : Phrase("Choose what to measure.")
    case .connecting: Phrase("Connecting …")
    case .measuring where report?.isSettling == false && report?.usesLight == true:
      Phrase("Measuring. The light stays on until you stop.")
    case .warmingUp, .notWorn, .noData, .measuring: report?.words(at: environment.now) ?? Phrase("Connecting …")
    case .interrupted(let problem): Phrase("\(problem.what) Trying again …")
    case .stopping: Phrase("Stopping …")
    case .failed(let problem): problem.phrase
    }
  }

  /// The VoiceOver text of the chart.
  public var voiceOverText: Phrase {
    guard let kind, let value else { return words }
    return Phrase("\(kind.title): \(value)")
  }

  /// The VoiceOver text of the beat interval chart.
  public var beatsVoiceOverText: Phrase {
    guard let shortest = beatIntervals.min(), let longest = beatIntervals.max() else { return words }
    return Phrase(
      "\(beatIntervals.count) beat intervals, between \(shortest, digits: 0) and \(longest, digits: 0) milliseconds")
  }

  /// Performs the person's requests until the task is canceled, which ends the measurement and turns the LEDs off.
  public func run() async {
    await serialTask.run(loadingAfter: environment.changes) { await self.load() }
  }

  /// Starts a measurement, replacing the current one.
  public func start(_ kind: LiveSubject) {
    state = .connecting
    serialTask.start { await self.measure(kind) }
  }

  /// Stops the measurement.
  public func stop() {
    if isRunning { state = .stopping }
    serialTask.cancel()
    // A measurement that had not begun is over at once.
    serialTask.start { if self.state == .stopping { self.state = .idle } }
  }

  /// Stops the measurement because the app is no longer visible; returns when the LEDs are off.
  public func end() async {
    guard isRunning else { return }
    state = .stopping
    await serialTask.end()
    if state == .stopping { state = .idle }
  }

  private var noDevice: Problem {
    Problem(Phrase("There is no device that measures live."), advice: Phrase("Add a ring or a strap under My device."))
  }

  private func load() async {
    guard
      let found = try? await environment.journal.perform({ journal in
        try journal.devices().filter {
          environment.registry.driver($0.family) is any LiveMeasuring.Type && environment.reaches($0)
        }
      })
    else { return }
    if found != devices { devices = found }
    findKinds()
  }

  private func findKinds() {
    let found = device.map { device in
      // The quantities of the family, until the device has reported its own.
      let family = environment.registry.family(device.family)
      let quantities = environment.abilities[device.identifier] ?? family?.liveQuantities ?? []
      return quantities.map(LiveSubject.quantity) + (family?.rawSearchWords != nil ? [.raw] : [])
    }
    if found ?? [] != kinds { kinds = found ?? [] }
  }

  private func measure(_ kind: LiveSubject) async {
    self.kind = kind
    value = nil
    points = []
    beatIntervals = []
    variability = nil
    traces = []
    received = []
    state = .connecting
    report = nil
    summary = nil
    began = environment.now.milliseconds
    await load()
    guard let device else {
      state = .failed(noDevice)
      return
    }
    if case .quantity(let quantity) = kind {
      report = LiveReport(quantity, of: device, environment.registry)
    }
    let (events, continuation) = AsyncStream<LiveEvent>.makeStream()
    async let shown: Void = show(events, of: kind)
    async let _ = drawFrames()
    do {
      try await environment.engine.watch(kind, of: device) { [abilities = environment.abilities] driver in
        abilities.note(driver, of: device.identifier)
      } report: {
        continuation.yield($0)
      }
      continuation.finish()
      await shown
      state = .idle
    } catch {
      continuation.finish()
      await shown
      state = Task.isCancelled || error is CancellationError ? .idle : .failed(Problem(error))
    }
    drawFrame()
    value = nil
    if let report, report.began != nil { summary = report.summary(at: environment.now) }
    // The measurement is stored in the journal now.
    environment.changes.announce()
  }

  private func show(_ events: AsyncStream<LiveEvent>, of kind: LiveSubject) async {
    for await event in events where state != .stopping {
      switch event {
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

  private func take(_ reading: LiveReading, at time: Moment, of kind: LiveSubject) {
    guard case .quantity(let quantity) = kind else { return }
    report?.take(reading, at: time)
    lastReading = time
    guard let report else { return }
    // Before the first value, beat intervals are not reliable yet.
    if report.hasValues { beatIntervals = (beatIntervals + reading.beatIntervals).suffix(Self.beatCount) }
    variability = report.rmssd.map { MeasureWording.value($0.rounded(), of: .heartRateVariabilityRMSSD) }
    value = report.value.map { MeasureWording.value($0.rounded(), of: quantity) }
    switch report.state {
    case .connecting: state = .connecting
    case .warmingUp: state = .warmingUp
    case .notWorn: state = .notWorn
    case .noData: state = .noData
    case .measuring:
      state = .measuring
      let seconds = Double(time.milliseconds - began) / 1000
      points.append(LivePoint(seconds: seconds, value: report.value ?? 0), keeping: Self.window)
    }
  }

  private func drawFrames() async {
    while (try? await environment.driver.clock.sleep(for: Self.frame)) != nil { drawFrame() }
  }

  private func drawFrame() { if received.map(\.count) != traces.map(\.count) { traces = received } }

  private func take(_ reading: RawReading, at time: Moment) {
    if state != .measuring { state = .measuring }
    let seconds = (Double(time.milliseconds - began) - reading.delayMilliseconds) / 1000
    let values = reading.values
    guard !values.isEmpty else { return }
    if let index = received.firstIndex(where: { $0.sensor == reading.sensor }) {
      received[index].add(values, at: seconds)
    } else {
      var trace = RawTrace(reading.sensor)
      trace.add(values, at: seconds)
      received.append(trace)
    }
  }
}

extension LiveSubject {
  /// The name of the measurement.
  public var title: Phrase {
    switch self {
    case .quantity(let quantity): quantity.title
    case .raw: Phrase("Raw sensors")
    }
  }
}
