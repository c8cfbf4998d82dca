public import HaloBluetooth
import HaloJournal
public import HaloReports
public import HaloWearables
public import Observation

/// All models of an app, made as soon as the journal is open.
@MainActor @Observable
public final class AppModel {
  /// The models of the screens.
  @MainActor
  public struct Models {
    public let environment: ModelEnvironment
    public let rings: RingSessionManager
    public let sync: SyncModel
    public let today: TodayModel
    public let sleep: SleepModel
    public let heart: HeartModel
    public let activity: ActivityModel
    public let live: LiveModel
    public let devices: DevicesModel
    public let data: DataModel
    public let settings: SettingsModel
    public let onboarding: OnboardingModel
    public let sharing: SharingModel

    /// The models over an environment. Exports are written into `exportFolder`.
    public init(_ environment: ModelEnvironment, picker: any AccessoryPicker, exportFolder: String) {
      self.environment = environment
      rings = RingSessionManager(environment, picker: picker)
      sync = SyncModel(environment)
      today = TodayModel(environment)
      sleep = SleepModel(environment)
      heart = HeartModel(environment)
      activity = ActivityModel(environment)
      live = LiveModel(environment)
      sharing = SharingModel(environment)
      let erasing = Erasing(environment, rings: rings, sharing: sharing, exports: exportFolder)
      devices = DevicesModel(environment, erasing: erasing)
      data = DataModel(environment, folder: exportFolder, erasing: erasing)
      settings = SettingsModel(environment)
      onboarding = OnboardingModel(environment, rings: rings, syncing: sync)
    }

    /// Runs what has to go on behind every screen: the ring, syncs, settings, the first steps, and what is handed on. The models of single
    /// screens run with those.
    public func run() async {
      await withDiscardingTaskGroup { group in
        group.addTask { await rings.run() }
        group.addTask { await sync.run() }
        group.addTask { await settings.run() }
        group.addTask { await onboarding.run() }
        group.addTask { await sharing.run() }
      }
    }
  }

  /// How far it is.
  public enum State {
    /// The journal is being opened.
    case opening
    /// There they are.
    case ready(Models)
    /// The journal cannot be opened.
    case failed(Problem)
  }

  /// Where things are, and what they are made of.
  public struct Place: Sendable {
    /// Where the journal is.
    public let journal: String
    /// Where settings are kept.
    public let settings: String
    /// Where exports are written.
    public let exports: String

    /// A place.
    public init(journal: String, settings: String, exports: String) {
      self.journal = journal
      self.settings = settings
      self.exports = exports
    }
  }

  /// How far it is.
  public private(set) var state = State.opening

  /// The models, where they are there.
  public var models: Models? { if case .ready(let models) = state { models } else { nil } }

  private let errand = Errand()
  private var opening: Task<Void, Never>?
  private let place: Place
  private let radio: any Central
  private let registry: DriverRegistry
  private let driver: DriverEnvironment
  private let picker: any AccessoryPicker
  private let recipient: (any Recipient)?

  /// An app over a radio and a picker, which tells `recipient` what is to be known outside of the journal. Nothing is opened before
  /// ``run()``.
  public init(
    _ place: Place, radio: any Central, registry: DriverRegistry, picker: any AccessoryPicker,
    recipient: (any Recipient)? = nil, driver: DriverEnvironment = .system
  ) {
    self.registry = registry
    self.recipient = recipient
    self.place = place
    self.radio = radio
    self.driver = driver
    self.picker = picker
  }

  /// Opens the journal, and runs the models behind every screen until the task is cancelled.
  public func run() async {
    retry()
    await errand.run()
  }

  /// Opens the journal once more, where it could not be.
  public func retry() {
    errand.start {
      await self.open()
      await self.models?.run()
    }
  }

  /// Opens the journal, where it is not open yet: for the background, which has no screen. Who comes while it is being opened waits for that.
  public func open() async {
    guard models == nil else { return }
    if let opening { return await opening.value }
    let task = Task(executorPreference: TaskScope.executor) { await self.openJournal() }
    opening = task
    await task.value
    opening = nil
    // Where it could not be opened before, nobody runs the models yet.
    if models != nil, !errand.isBusy { retry() }
  }

  private func openJournal() async {
    state = .opening
    do {
      let environment = try await Self.environment(place, radio, registry, driver, recipient)
      state = .ready(Models(environment, picker: picker, exportFolder: place.exports))
    } catch { state = .failed(Problem(error)) }
  }

  /// SQLite and files, away from the main actor.
  private nonisolated static func environment(
    _ place: Place, _ radio: any Central, _ registry: DriverRegistry, _ driver: DriverEnvironment,
    _ recipient: (any Recipient)?
  ) async throws -> ModelEnvironment {
    try await BlockingWork.run {
      let journal = try Journal(path: place.journal)
      let wearer = "me"
      try SettingsStore.moveProfile(at: place.settings, to: journal, of: wearer)
      return ModelEnvironment(
        journal: journal, radio: radio, registry: registry, driver: driver, wearer: wearer,
        settings: SettingsStore(path: place.settings), recipient: recipient)
    }
  }
}
