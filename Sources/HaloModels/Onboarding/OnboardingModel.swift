public import Observation
public import HaloReports

/// The model of the first steps.
@MainActor @Observable
public final class OnboardingModel {
  /// A step.
  public enum Step: Int, Sendable, CaseIterable, Hashable, Identifiable {
    /// A description of Halo.
    case welcome
    /// The privacy statement and the medical disclaimer.
    case privacy
    /// Pairing a ring.
    case ring
    /// The first sync.
    case sync

    /// The raw value.
    public var id: Int { rawValue }

    /// The headline.
    public var title: Phrase {
      switch self {
      case .welcome: Phrase("Your ring's data, in the open")
      case .privacy: Phrase("Your data stays yours")
      case .ring: Phrase("Add your ring")
      case .sync: Phrase("First sync")
      }
    }

    /// The text.
    public var message: Phrase {
      switch self {
      case .welcome:
        Phrase(
          "Halo reads your ring's data, charts it, and lets you trace every number back to the bytes it came from.")
      case .privacy:
        Phrase("No account, no server. None of this is medical advice. See a doctor about your health, not a ring.")
      case .ring: Phrase("Take it off its charger, keep it near, and close other apps that use it.")
      case .sync: Phrase("The ring stores one week. The first sync takes a few seconds. Keep the ring near.")
      }
    }
  }

  /// The current step; `nil` if the first steps are done.
  public private(set) var step: Step?

  private let environment: ModelEnvironment
  private let rings: RingSessionManager
  private let syncing: SyncModel
  private let serialTask = SerialTask()

  /// Creates the first steps with a ring and a sync.
  public init(_ environment: ModelEnvironment, rings: RingSessionManager, syncing: SyncModel) {
    self.environment = environment
    self.rings = rings
    self.syncing = syncing
    step = environment.settings.current.hasBegun ? nil : .welcome
  }

  /// True if the person can continue: a ring is paired, or the sync is over.
  public var canAdvance: Bool {
    switch step {
    case .welcome, .privacy: true
    case .ring: rings.currentRing != nil
    case .sync: !syncing.isRunning
    case nil: false
    }
  }

  /// Stores the completion, until the task is canceled.
  public func run() async { await serialTask.run() }

  /// Goes to the next step, or finishes after the last one.
  public func advance() {
    guard let step, canAdvance else { return }
    guard let next = Step(rawValue: step.rawValue + 1) else { return skip() }
    self.step = next
    if next == .sync { syncing.start() }
  }

  /// Goes to the previous step.
  public func goBack() {
    if let step, let before = Step(rawValue: step.rawValue - 1) { self.step = before }
  }

  /// Skips the first steps; everything in them can be done later.
  public func skip() {
    step = nil
    // The connection with a new ring is held only for this screen; other screens request their own.
    rings.disconnect()
    let store = environment.settings
    serialTask.start { await Self.finish(store) }
  }

  private nonisolated static func finish(_ store: SettingsStore) async {
    // If this cannot be stored, the first steps are shown again at the next launch.
    try? store.change { $0.hasBegun = true }
  }
}
