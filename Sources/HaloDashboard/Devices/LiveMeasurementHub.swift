import HTTPTypes
import Synchronization

/// Live measurements. All viewers of one measurement share it. It ends with its last viewer, and the sensor's light
/// turns off.
final class LiveMeasurementHub: Sendable {
  private struct Key: Hashable {
    let device: Int
    let subject: LiveSubject
  }

  /// A measurement and its number. The previous measurement with the same key may still be ending when the next one
  /// begins.
  private struct Place {
    let key: Key
    let number: Int
    let device: Device
    var subject: LiveSubject { key.subject }
  }

  private struct Measurement {
    let number: Int
    var viewers: [Int: Viewer] = [:]
    var work: DeviceTaskRunner.Work?
    /// The state of a quantity's measurement.
    var report: LiveReport?
    /// The latest events, which are sent to new viewers.
    var state: LiveAnswer.State?
    var value: LiveAnswer.Value?
    var traces: [RawSensor: Trace] = [:]
  }

  /// Buffered readings of a sensor, and their rate.
  private struct Trace {
    var start: Moment?
    var values: [LiveAnswer.Raw.Reading] = []
    var rate = SampleRate()
  }

  private struct State {
    var measurements: [Key: Measurement] = [:]
    var next = 0
  }

  private let taskRunner: DeviceTaskRunner
  private let state = Mutex(State())

  init(_ taskRunner: DeviceTaskRunner) { self.taskRunner = taskRunner }

  /// Returns the subject with this name, or `nil`.
  static func subject(_ kind: String) -> LiveSubject? {
    kind == "raw" ? .raw : Metric(name: kind).map(LiveSubject.quantity)
  }

  /// Watches a measurement and returns its events until the viewer disconnects or the measurement ends.
  func watch(_ subject: LiveSubject, of device: Device) -> AsyncStream<String> {
    let (viewer, events) = Viewer.make()
    let key = Key(device: device.id, subject: subject)
    let (id, place, isFirst) = state.withLock { state in
      state.next += 1
      let isFirst = state.measurements[key] == nil
      var measurement = state.measurements.removeValue(forKey: key) ?? Measurement(number: state.next)
      // A long retry time: reconnecting to an ended measurement would start a new one and turn the light on again.
      viewer.send(text: "retry: 600000\n\n")
      if let state = measurement.state { viewer.send("state", state) }
      if let value = measurement.value { viewer.send("value", value) }
      measurement.viewers[state.next] = viewer
      state.measurements[key] = measurement
      let place = Place(key: key, number: measurement.number, device: device)
      return (state.next, place, isFirst)
    }
    // In a new task: canceling a viewer's task locks it, and `send` wakes that task while it holds `state`.
    viewer.onEnd { [weak self] in
      Task(executorPreference: TaskScope.simulationExecutor) { self?.leave(id, place) }
    }
    if isFirst {
      let work = taskRunner.begin { await self.measure(place) }
      let isWatched = change(place) { $0.work = work } != nil
      // The last viewer may have disconnected already.
      if !isWatched { work.cancel() }
    }
    return events
  }

  private func leave(_ id: Int, _ place: Place) {
    let key = place.key
    let work = state.withLock { state -> DeviceTaskRunner.Work? in
      guard state.measurements[key]?.number == place.number,
        state.measurements[key]?.viewers.removeValue(forKey: id) != nil,
        state.measurements[key]?.viewers.isEmpty == true
      else {
        return nil
      }
      return state.measurements.removeValue(forKey: key)?.work
    }
    work?.cancel()
  }

  /// Sends an event to all viewers. What `note` keeps for later viewers is not sent to them again.
  private func send(
    _ event: String, _ data: some Encodable & Sendable, to place: Place,
    noting note: @Sendable (inout Measurement) -> Void = { _ in }
  ) {
    change(place) { measurement in
      note(&measurement)
      for viewer in measurement.viewers.values { viewer.send(event, data) }
    }
  }

  /// Changes a measurement if it still exists.
  @discardableResult
  private func change<Result: Sendable>(_ place: Place, _ body: (inout Measurement) -> Result) -> Result? {
    state.withLock { state in
      guard state.measurements[place.key]?.number == place.number,
        var measurement = state.measurements.removeValue(forKey: place.key)
      else { return nil }
      defer { state.measurements[place.key] = measurement }
      return body(&measurement)
    }
  }

  private func watch(_ place: Place) async throws {
    if taskRunner.isDoing(.recordingWorkout, place.device.id) {
      throw DeviceTaskRunner.busyError(
        place.device, .recordingWorkout, advice: Phrase("See the workout page for its live values."))
    }
    try await taskRunner.engine.watch(place.subject, of: place.device) { self.take($0, place) }
  }

  private func measure(_ place: Place) async {
    taskRunner.began(.measuring, place.device.id)
    if case .quantity(let quantity) = place.subject {
      let report = LiveReport(quantity, of: place.device, taskRunner.engine.registry)
      change(place) { $0.report = report }
    }
    sendState(.connecting, Phrase("Connecting to \(place.device.name) …"), of: place)
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await self.watch(place) }
        group.addTask { try await self.flush(place) }
        defer { group.cancelAll() }
        try await group.next()
      }
      send("end", ["words": Phrase("The measurement has ended.")], to: place)
    } catch {
      if !Task.isCancelled {
        let error = APIError(error)
        sendState(nil, error.what, of: place, error: error)
        send("end", ["words": error.what], to: place)
      }
    }
    let measurement = state.withLock { state in
      state.measurements[place.key]?.number == place.number ? state.measurements.removeValue(forKey: place.key) : nil
    }
    for viewer in measurement?.viewers.values.map(\.self) ?? [] { viewer.finish() }
    taskRunner.ended(.measuring, place.device.id)
  }

  private func sendState(
    _ name: LiveReport.State?, _ words: Phrase, of place: Place, error: APIError? = nil, report: LiveReport? = nil
  ) {
    let now = taskRunner.engine.moment
    let state = LiveAnswer.State(
      state: name?.rawValue ?? "failed", words: words, since: now, elapsedSeconds: report?.seconds(at: now),
      usualSeconds: report?.usualSeconds, error: error?.eventMessage)
    send("state", state, to: place) { $0.state = state }
  }

  private func take(_ news: LiveEvent, _ place: Place) {
    let now = taskRunner.engine.moment
    switch news {
    case .link(.connecting): sendState(.connecting, Phrase("Connecting to \(place.device.name) …"), of: place)
    case .link(.connected):
      guard place.subject != .raw else { return sendState(.measuring, Phrase("Streaming."), of: place) }
      change(place) { $0.report?.connect(at: now) }
      sendReport(place)
    case .link(.interrupted(let error, _)):
      change(place) { $0.report?.disconnect() }
      sendState(
        .connecting, Phrase("The connection to \(place.device.name) was lost. Reconnecting …"), of: place,
        error: APIError(error))
    case .reading(let reading, let time): take(reading, at: time, place)
    case .raw(let reading, let time): take(reading, at: time, place)
    }
  }

  /// Sends the measurement's state if it has changed.
  private func sendReport(_ place: Place) {
    guard let report = change(place, { $0.report }).flatMap(\.self) else { return }
    var words = report.words(at: taskRunner.engine.moment)
    if report.state == .measuring, !report.isSettling, report.freshness(at: taskRunner.engine.moment) == .fresh {
      words =
        report.usesLight
        ? Phrase("Measuring. The light stays on until the last page showing this is closed.")
        : Phrase("Measuring until the last page showing this is closed.")
    }
    let isUnchanged = change(place) { $0.state?.words == words }
    if isUnchanged == false { sendState(report.state, words, of: place, report: report) }
  }

  private func take(_ reading: LiveReading, at time: Moment, _ place: Place) {
    guard case .quantity(let quantity) = place.subject else { return }
    let report = change(place) { measurement in
      measurement.report?.take(reading, at: time)
      return measurement.report
    }
    guard let report = report.flatMap(\.self) else { return }
    if !reading.beatIntervals.isEmpty, report.hasValues {
      send("beats", LiveAnswer.Beats(reading, at: time), to: place)
    }
    sendReport(place)
    guard let value = report.value, let scale = report.scale else { return }
    let answer = LiveAnswer.Value(
      time: time, value: value, unit: quantity.unit.symbol, text: report.valueWords, settling: report.isSettling,
      scale: [scale.lowerBound, scale.upperBound])
    send("value", answer, to: place) { $0.value = answer }
  }

  private func take(_ reading: RawReading, at time: Moment, _ place: Place) {
    guard let values = LiveAnswer.Raw.Reading(reading) else { return }
    let taken = Double(time.milliseconds) - reading.delayMilliseconds
    change(place) { measurement in
      var trace = measurement.traces.removeValue(forKey: reading.sensor) ?? Trace()
      if trace.values.isEmpty {
        trace.start = Moment(milliseconds: Int(taken), secondsFromGMT: time.secondsFromGMT)
      }
      trace.values.append(values)
      trace.rate.count(at: taken / 1000)
      measurement.traces[reading.sensor] = trace
    }
  }

  /// Sends raw readings in batches, ten times a second, and the measured sample rates every two seconds.
  private func flush(_ place: Place) async throws {
    var round = 0
    while true {
      try await taskRunner.engine.pause(.milliseconds(100))
      round += 1
      // The elapsed warm-up time and the age of the value must be updated even if the device sends nothing.
      if round.isMultiple(of: 10), change(place, { $0.report?.changesByItself == true }) == true { sendReport(place) }
      let waiting = change(place) { measurement in
        let traces = measurement.traces
        for sensor in traces.keys { measurement.traces[sensor]?.values = [] }
        return traces
      }
      guard let traces = waiting else { return }
      // Send all sensors as one text: the cost is per message to each of up to fifty viewers, not per byte.
      var news = ""
      for (sensor, trace) in traces.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        let hertz = trace.rate.hertz?.rounded(parts: 10)
        if let start = trace.start, !trace.values.isEmpty {
          news += LiveAnswer.Raw(
            channel: sensor.channel, sensor: sensor, rate: hertz, start: start, unit: sensor.unitSymbol,
            values: trace.values
          ).event("raw")
        }
        if round.isMultiple(of: 20), let hertz {
          let words = Phrase("\(MeasureWording.number(hertz)) per second")
          news += LiveAnswer.Rate(channel: sensor.channel, measured: hertz, words: words).event("rate")
        }
      }
      guard !news.isEmpty else { continue }
      change(place) { [news] measurement in for viewer in measurement.viewers.values { viewer.send(text: news) } }
    }
  }
}
