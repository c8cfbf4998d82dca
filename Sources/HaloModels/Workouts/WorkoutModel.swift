import HaloInterchange
public import Observation

/// The model of recording a workout with a strap, a ring, a machine, or a strap and a machine.
///
/// A recording continues while the app is not visible: its frames are stored as they arrive, and the workout every ten
/// seconds.
@MainActor @Observable
public final class WorkoutModel {
  /// The state of a recording.
  public enum State: Sendable, Hashable {
    /// No workout is being recorded.
    case idle
    /// A workout is being recorded since a time.
    case recording(since: Moment)
    /// The last measurements are being stored.
    case stopping
    /// The workout was stored.
    case stored(Phrase)
    /// Nothing was measured, so nothing was stored.
    case empty
    /// The recording failed. Earlier measurements are stored.
    case failed(Problem)
  }

  /// The state of the recording.
  public private(set) var state = State.idle
  /// Seconds since the beginning.
  public private(set) var seconds = 0
  /// Heart rate, speed and distance, as far as they are measured now.
  public var figures: [Fact] {
    let texts = report?.texts
    return [
      texts?.heartRate.map { Fact("heart-rate", Phrase("Heart rate"), $0) },
      texts?.speed.map { Fact("speed", Phrase("Speed"), $0) },
      texts?.distance.map { Fact("distance", Phrase("Distance"), $0) },
    ].compactMap(\.self)
  }
  /// The devices that were lost and are searched for, as text; `nil` if none is.
  public var lost: Phrase? {
    let names = live?.links.filter(\.value.isLost).keys.sorted() ?? []
    return names.isEmpty
      ? nil : Phrase("\(names.joined(separator: ", ")) is lost. Halo is searching for it; the workout goes on.")
  }
  /// The devices that measure heart rate.
  public private(set) var hearts: [Device] = []
  /// The machines, such as treadmills.
  public private(set) var machines: [Device] = []
  /// The sport; `nil` to derive it from the machine.
  public var kind: Workout.Kind? = .running
  /// The device that measures the heart rate; `nil` for none.
  public var heart: Device?
  /// The machine; `nil` for none. A machine determines the sport, until another is chosen.
  public var machine: Device? {
    didSet { if (machine == nil) != (oldValue == nil) { kind = machine == nil ? .running : nil } }
  }

  private let environment: ModelEnvironment
  private let serialTask = SerialTask()
  private var finish: AsyncStream<Void>.Continuation?
  private var live: LiveWorkout?
  private var hasLoaded = false

  /// Creates a model without a recording.
  public init(_ environment: ModelEnvironment) { self.environment = environment }

  /// True while a workout is being recorded.
  public var isRecording: Bool {
    switch state {
    case .recording, .stopping: true
    case .idle, .stored, .empty, .failed: false
    }
  }

  /// True if a device was chosen and nothing is being recorded.
  public var canStart: Bool { !isRecording && (heart != nil || machine != nil) }

  /// The elapsed time, such as "12:05".
  public var elapsed: Phrase {
    Phrase(verbatim: "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)")
  }

  /// The state as text.
  public var words: Phrase {
    switch state {
    case .idle:
      hearts.isEmpty && machines.isEmpty
        ? Phrase("There is no device for workouts. Add a strap, a ring or a treadmill under My device.")
        : Phrase("Choose a sport and the devices.")
    case .recording: lost ?? Phrase("Recording. You may lock this device.")
    case .stopping: Phrase("Stopping …")
    case .stored(let words): words
    case .empty: Phrase("Nothing was measured, so nothing was stored. Check that the device is worn and near.")
    case .failed(let problem): problem.phrase
    }
  }

  /// Performs the person's requests until the task is canceled, which ends a recording and stores it.
  public func run() async {
    // A process that ended during a recording left it on the lock screen.
    if !isRecording { await environment.dataSink?.show(nil) }
    await serialTask.run(loadingAfter: environment.changes) { await self.load() }
  }

  /// Starts recording.
  public func start() {
    guard canStart else { return }
    let begin = environment.now
    state = .recording(since: begin)
    seconds = 0
    live = LiveWorkout(kind, machine: machine, heart: heart, at: begin)
    let (ends, finish) = AsyncStream<Void>.makeStream()
    self.finish = finish
    serialTask.start { await self.record(from: begin, until: ends) }
  }

  /// Ends the recording and stores the workout.
  public func stop() {
    guard case .recording = state else { return }
    state = .stopping
    finish?.yield()
  }

  private func load() async {
    let environment = environment
    guard
      let devices = try? await environment.journal.perform({ try $0.devices().filter { environment.reaches($0) } })
    else { return }
    hearts = devices.filter { environment.registry.driver($0.family) is any LiveMeasuring.Type }
    machines = devices.filter { environment.registry.driver($0.family) is any MachineControlling.Type }
    if let chosen = heart, !hearts.contains(where: { $0.id == chosen.id }) { heart = nil }
    if let chosen = machine, !machines.contains(where: { $0.id == chosen.id }) { machine = nil }
    // A strap measures better than a ring while moving.
    guard !hasLoaded, !devices.isEmpty else { return }
    hasLoaded = true
    heart = hearts.first { environment.registry.kind(of: $0.family) == .strap } ?? hearts.first
  }

  private func record(from begin: Moment, until ends: AsyncStream<Void>) async {
    let environment = environment
    let kind = kind
    let heart = heart
    let machine = machine
    let (events, continuation) = AsyncStream<WorkoutEvent>.makeStream(bufferingPolicy: .bufferingNewest(100))
    async let shown: Void = show(events)
    let counting = Task(executorPreference: TaskScope.executor) { await self.count(from: begin) }
    let hub = machine.map { environment.machines[$0.identifier] }
    do {
      let stored = try await environment.engine.recordWorkout(
        kind, machine: machine, heart: heart, of: environment.wearer, from: begin,
        treadmill: hub?.treadmill ?? TreadmillController(), until: { for await _ in ends { return } }
      ) {
        continuation.yield($0)
        hub?.events.send(.workout($0))
      }
      state = stored.map { .stored(Self.words(for: $0.workout)) } ?? .empty
    } catch {
      state = Task.isCancelled ? .idle : .failed(Problem(error))
    }
    counting.cancel()
    await counting.value
    continuation.finish()
    await shown
    environment.changes.announce()
  }

  private func count(from begin: Moment) async {
    let sink = environment.dataSink
    func text(_ id: String) -> String? {
      sink.flatMap { sink in figures.first { $0.id == id }?.value.text(in: sink.wording) }
    }
    while (try? await environment.driver.clock.sleep(for: .seconds(1))) != nil {
      seconds = (environment.now.milliseconds - begin.milliseconds) / 1000
      // The system limits how often the lock screen may change.
      if seconds % 5 == 1 {
        await sink?.show(
          WorkoutSnapshot(
            since: begin, heartRate: report?.heartRate.map { Int($0.rounded()) }, distance: text("distance"),
            speed: text("speed"), isLost: lost != nil))
      }
    }
    await sink?.show(nil)
  }

  private static func words(for workout: Workout) -> Phrase {
    Phrase(
      "\(workout.kind.title), \(MeasureWording.duration(minutes: max(1, workout.length / 60_000))), was stored. It is under Activity."
    )
  }

  private func show(_ events: AsyncStream<WorkoutEvent>) async {
    for await event in events { live?.take(event, at: environment.now) }
  }

  private var report: LiveWorkoutReport? {
    live.map { LiveWorkoutReport($0.record, heart: $0.heartRate, totals: $0.totals(at: environment.now)) }
  }
}
