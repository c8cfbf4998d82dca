public import Observation

/// The model of the first steps.
@MainActor @Observable
public final class OnboardingModel {
  /// A step.
  public enum Step: Int, Sendable, CaseIterable, Hashable, Identifiable {
    /// A description of Halo.
    case welcome
    /// The privacy statement and the medical disclaimer.
    case privacy
    /// Pairing a device.
    case device
    /// The first sync, or what to do with a device that stores nothing.
    case start

    /// The raw value.
    public var id: Int { rawValue }
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

  /// The kind of the device that was added; `nil` before.
  public var kind: WearableFamily.Kind? { rings.currentRing.map { environment.registry.kind(of: $0.family) } }

  /// True if the device stores days, so that the last step syncs them.
  public var syncs: Bool { rings.currentRing.map { environment.registry.storesDays($0.family) } ?? false }

  /// The headline of the step.
  public var title: Phrase {
    switch step {
    case .welcome, nil: Phrase("Your device's data, in the open")
    case .privacy: Phrase("Your data stays yours")
    case .device: Phrase("Add your device")
    case .start: syncs ? Phrase("First sync") : Phrase("\(rings.currentRing?.name ?? "") is ready")
    }
  }

  /// The text of the step.
  public var message: Phrase {
    switch (step, kind) {
    case (.welcome, _), (nil, _):
      Phrase(
        "Halo reads the data of your ring, strap, watch or machine, charts it, and lets you trace every number back to the bytes it came from."
      )
    case (.privacy, _):
      Phrase("No account, no server. None of this is medical advice. See a doctor about your health, not a ring.")
    case (.device, _):
      Phrase(
        "Take a ring off its charger, put a strap on, switch a machine on. Keep it near, and close other apps that use it."
      )
    case (.start, .strap):
      Phrase("A strap stores nothing. Measure with it under Live, or record a workout under Activity.")
    case (.start, .machine):
      Phrase("A machine stores nothing. Control it under My device, or record a workout under Activity.")
    case (.start, _) where syncs:
      Phrase("The device stores about a week. The first sync takes a few seconds. Keep it near.")
    case (.start, _): Phrase("It stores nothing. Measure with it under Live, or record a workout under Activity.")
    }
  }

  /// True if the person can continue: a device is paired, or the sync is over.
  public var canAdvance: Bool {
    switch step {
    case .welcome, .privacy: true
    case .device: rings.currentRing != nil
    case .start: !syncing.isRunning
    case nil: false
    }
  }

  /// True if there is an earlier step.
  public var canGoBack: Bool { step.map { $0 != .welcome && !syncing.isRunning } ?? false }

  /// Stores the completion, until the task is canceled.
  public func run() async { await serialTask.run() }

  /// Goes to the next step, or finishes after the last one.
  public func advance() {
    guard let step, canAdvance else { return }
    guard let next = Step(rawValue: step.rawValue + 1) else { return skip() }
    self.step = next
    if next == .start, syncs { syncing.start() }
  }

  /// Goes to the previous step.
  public func goBack() {
    if canGoBack, let step, let before = Step(rawValue: step.rawValue - 1) { self.step = before }
  }

  /// Skips the first steps; everything in them can be done later.
  public func skip() {
    step = nil
    // The connection with a new ring is held only for this screen; other screens request their own.
    rings.disconnect()
    let store = environment.settings
    // If this cannot be stored, the first steps are shown again at the next launch.
    serialTask.start { try? await BlockingWork.run { try store.change { $0.hasBegun = true } } }
  }
}
