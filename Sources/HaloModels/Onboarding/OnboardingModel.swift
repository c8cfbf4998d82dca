public import Observation
public import HaloReports

/// What the first steps bind to.
@MainActor @Observable
public final class OnboardingModel {
  /// A step.
  public enum Step: Int, Sendable, CaseIterable, Hashable, Identifiable {
    /// What Halo is.
    case welcome
    /// What happens to the data, and that this is no medicine.
    case privacy
    /// Adding a ring.
    case ring
    /// The first sync.
    case sync

    public var id: Int { rawValue }

    /// Its headline.
    public var title: Phrase {
      switch self {
      case .welcome: Phrase("Your ring, read openly")
      case .privacy: Phrase("Yours alone")
      case .ring: Phrase("Add your ring")
      case .sync: Phrase("Bring it home")
      }
    }

    /// What it says.
    public var message: Phrase {
      switch self {
      case .welcome:
        Phrase(
          "Halo reads what a ring says, draws it, and lets you follow every number down to the bytes it came from.")
      case .privacy:
        Phrase("No account, no server. None of this is medical advice. See a doctor about your health, not a ring.")
      case .ring: Phrase("Take it off its charger, keep it near, and close other apps that speak with it.")
      case .sync: Phrase("The ring keeps a week. The first sync takes some seconds; leave the ring near.")
      }
    }
  }

  /// The step that is shown; `nil` where the first steps are done.
  public private(set) var step: Step?

  private let environment: ModelEnvironment
  private let rings: RingSessionManager
  private let syncing: SyncModel
  private let errand = Errand()

  /// The first steps with a ring and a sync.
  public init(_ environment: ModelEnvironment, rings: RingSessionManager, syncing: SyncModel) {
    self.environment = environment
    self.rings = rings
    self.syncing = syncing
    step = environment.settings.current.hasBegun ? nil : .welcome
  }

  /// Whether one can go on: there is a ring, and the sync is over.
  public var canGoOn: Bool {
    switch step {
    case .welcome, .privacy: true
    case .ring: rings.currentRing != nil
    case .sync: !syncing.isRunning
    case nil: false
    }
  }

  /// Keeps what is done, until the task is cancelled.
  public func run() async { await errand.run() }

  /// Goes on; behind the last step it is done.
  public func goOn() {
    guard let step, canGoOn else { return }
    guard let next = Step(rawValue: step.rawValue + 1) else { return skip() }
    self.step = next
    if next == .sync { syncing.start() }
  }

  /// Goes back.
  public func goBack() {
    if let step, let before = Step(rawValue: step.rawValue - 1) { self.step = before }
  }

  /// Leaves the first steps; everything in them can be done later.
  public func skip() {
    step = nil
    // The link with a ring that was added is held for this screen; who wants it next asks for it.
    rings.disconnect()
    let store = environment.settings
    errand.start { await Self.finish(store) }
  }

  private nonisolated static func finish(_ store: SettingsStore) async {
    // Where it cannot be kept, the first steps come again the next time.
    try? store.change { $0.hasBegun = true }
  }
}
