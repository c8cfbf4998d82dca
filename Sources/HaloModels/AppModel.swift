@_exported public import HaloEngine
@_exported public import HaloReports
public import Observation

/// The root model, which opens the journal and creates the models of all screens.
@MainActor @Observable
public final class AppModel {
  /// The models of the screens.
  @MainActor
  public struct Models {
    /// The shared environment.
    public let environment: ModelEnvironment
    /// The model of the My device screen.
    public let rings: RingSessionManager
    /// The model of the sync button.
    public let sync: SyncModel
    /// The model of the Today screen.
    public let today: TodayModel
    /// The model of the Sleep screen.
    public let sleep: SleepModel
    /// The model of the Heart screen.
    public let heart: HeartModel
    /// The model of the Activity screen.
    public let activity: ActivityModel
    /// The model of the Live screen.
    public let live: LiveModel
    /// The model of recording a workout.
    public let workout: WorkoutModel
    /// The model of the device list.
    public let devices: DevicesModel
    /// The model of the Data screen.
    public let data: DataModel
    /// The model of merging another journal.
    public let imports: ImportModel
    /// The model of the Settings screen.
    public let settings: SettingsModel
    /// The model of the first steps.
    public let onboarding: OnboardingModel
    /// Publishes data to the widget and Apple Health.
    public let sharing: SharingModel
    /// Notifies the person of batteries, devices and nights.
    public let notifications: NotificationsModel

    /// Creates the models for an environment. Exports are written to `exportFolder`.
    public init(_ environment: ModelEnvironment, picker: any AccessoryPicker, exportFolder: String) {
      self.environment = environment
      rings = RingSessionManager(environment, picker: picker)
      sync = SyncModel(environment)
      today = TodayModel(environment)
      sleep = SleepModel(environment)
      heart = HeartModel(environment)
      activity = ActivityModel(environment)
      live = LiveModel(environment)
      workout = WorkoutModel(environment)
      sharing = SharingModel(environment)
      notifications = NotificationsModel(environment)
      let erasing = Erasing(environment, rings: rings, sharing: sharing, exports: exportFolder)
      devices = DevicesModel(environment, erasing: erasing)
      data = DataModel(environment, folder: exportFolder, erasing: erasing)
      imports = ImportModel(environment)
      settings = SettingsModel(environment, sharing: sharing)
      onboarding = OnboardingModel(environment, rings: rings, syncing: sync)
    }

    /// Runs the tasks behind every screen: ring, sync, settings, imports, workout, first steps, sharing and
    /// notifications. The models of single screens run with their screens.
    public func run() async {
      await withDiscardingTaskGroup { group in
        group.addTask { await rings.run() }
        group.addTask { await sync.run() }
        group.addTask { await settings.run() }
        group.addTask { await imports.run() }
        group.addTask { await workout.run() }
        group.addTask { await onboarding.run() }
        group.addTask { await sharing.run() }
        group.addTask { await notifications.run() }
      }
    }
  }

  /// The state of opening the journal.
  public enum State {
    /// The journal is being opened.
    case opening
    /// The models are available.
    case ready(Models)
    /// The journal could not be opened.
    case failed(Problem)
  }

  /// The locations of the app's files.
  public struct Place: Sendable {
    /// The path of the journal.
    public let journal: String
    /// The path of the settings file.
    public let settings: String
    /// The folder for exports.
    public let exports: String

    /// Creates a place.
    public init(journal: String, settings: String, exports: String) {
      self.journal = journal
      self.settings = settings
      self.exports = exports
    }
  }

  /// The state of the demonstration.
  public enum Demo {
    /// Nothing is simulated.
    case off
    /// The simulated ring is being synced for the first time.
    case starting
    /// The models of the simulated ring are available, which show no data of the person.
    case running(Models)
    /// The demonstration could not begin.
    case failed(Problem)
  }

  /// Simulates a ring and its wearer: calls its argument once, with an environment that has a journal of its own, and
  /// returns when the task is canceled.
  public typealias Demonstration =
    @Sendable (_ show: @escaping @Sendable (ModelEnvironment, Accessory) -> Void) async throws -> Void

  /// The state of opening the journal.
  public private(set) var state = State.opening
  /// The state of the demonstration.
  public private(set) var demo = Demo.off

  /// The models, once they are available.
  public var models: Models? { if case .ready(let models) = state { models } else { nil } }
  /// The models of the demonstration, while it is running.
  public var demoModels: Models? { if case .running(let models) = demo { models } else { nil } }

  private let serialTask = SerialTask()
  private let demoTask = SerialTask()
  private var opening: Task<Void, Never>?
  private let place: Place
  private let picker: any AccessoryPicker
  /// Opens the journal and reads files, which blocks.
  private let makeEnvironment: @Sendable () throws -> ModelEnvironment
  private let demonstration: Demonstration

  /// Creates an app model with a radio and a picker; `dataSink` receives data for the widget and Apple Health, and
  /// `notifier` shows notifications. Nothing is opened before ``run()``.
  public init(
    _ place: Place, radio: any Central, registry: DriverRegistry, picker: any AccessoryPicker,
    dataSink: (any DataSink)? = nil, notifier: (any Notifier)? = nil, driver: DriverEnvironment = .system,
    demonstration: @escaping Demonstration
  ) {
    self.demonstration = demonstration
    self.place = place
    self.picker = picker
    makeEnvironment = {
      let journal = try Journal(path: place.journal)
      let wearer = "me"
      try SettingsStore.moveProfile(at: place.settings, to: journal, of: wearer)
      return ModelEnvironment(
        journal: journal, radio: radio, registry: registry, driver: driver, wearer: wearer,
        settings: SettingsStore(path: place.settings), dataSink: dataSink, notifier: notifier)
    }
  }

  /// Opens the journal and runs the models behind every screen, until the task is canceled.
  public func run() async {
    retry()
    await withDiscardingTaskGroup { group in
      group.addTask { await self.serialTask.run() }
      group.addTask { await self.demoTask.run() }
    }
  }

  /// Starts the demonstration: all screens with a simulated ring. Neither the person's journal, nor the widget, nor
  /// Health get its data.
  public func startDemo() {
    guard demoModels == nil else { return }
    demo = .starting
    demoTask.start { await self.runDemo() }
  }

  /// Ends the demonstration. Its data is deleted.
  public func endDemo() {
    demo = .off
    demoTask.cancel()
  }

  private func runDemo() async {
    let (places, show) = AsyncThrowingStream<(ModelEnvironment, Accessory), any Error>.makeStream()
    await withDiscardingTaskGroup { group in
      group.addTask { [demonstration] in
        do {
          try await demonstration { show.yield(($0, $1)) }
          show.finish()
        } catch { show.finish(throwing: error) }
      }
      do {
        for try await (environment, ring) in places where !Task.isCancelled {
          let models = Models(
            environment, picker: ScriptedPicker(remembered: [ring], script: [.take(ring)]), exportFolder: place.exports)
          demo = .running(models)
          group.addTask { await models.run() }
        }
        demo = .off
      } catch is CancellationError { demo = .off } catch { demo = .failed(Problem(error)) }
      group.cancelAll()
    }
  }

  /// Tries again to open the journal after a failure.
  public func retry() {
    serialTask.start {
      await self.open()
      await self.models?.run()
    }
  }

  /// Opens the journal if it is not open yet, for background work without a screen. Concurrent callers wait for the
  /// same attempt.
  public func open() async {
    guard models == nil else { return }
    if let opening { return await opening.value }
    let task = Task(executorPreference: TaskScope.executor) { await self.openJournal() }
    opening = task
    await task.value
    opening = nil
    // After a failed attempt the models are not running yet.
    if models != nil, !serialTask.isBusy { retry() }
  }

  /// Returns whether a device was paired in an earlier launch, without opening the journal.
  func hasDevice() async -> Bool {
    let path = place.settings
    return (try? await BlockingWork.run { SettingsStore(path: path).current.hasDevice }) ?? false
  }

  private func openJournal() async {
    state = .opening
    do {
      let environment = try await BlockingWork.run(makeEnvironment)
      state = .ready(Models(environment, picker: picker, exportFolder: place.exports))
      // An earlier version or a terminated app may have left values outdated; the next opening tries again.
      try? await environment.journal.perform { try DerivedMetricsUpdater($0).updateOutdated() }
    } catch { state = .failed(Problem(error)) }
  }
}
