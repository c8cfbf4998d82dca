import HaloBluetooth
import HaloWearables
public import Observation
public import HaloReports

/// What the Settings screen binds to.
@MainActor @Observable
public final class SettingsModel {
  /// What a person chose. A change is kept at once.
  public var settings: ModelSettings {
    get { chosen }
    set {
      let wished = newValue.clamped()
      guard wished != chosen else { return }
      chosen = wished
      errand.start { await self.keep() }
    }
  }
  /// Why the last change was not kept; `nil` where it was.
  public private(set) var problem: Problem?

  private var chosen: ModelSettings
  private let environment: ModelEnvironment
  private let errand = Errand()

  /// The settings of an environment.
  public init(_ environment: ModelEnvironment) {
    self.environment = environment
    chosen = environment.settings.current
  }

  /// The zone in which a ring's clock is set, as the system says.
  public var zone: Phrase { Phrase(verbatim: environment.driver.time.zone) }

  /// The goal of steps in words.
  public var stepGoalWords: Phrase { Phrase("\(settings.stepGoal) steps a day") }
  /// The goal of sleep in words.
  public var sleepGoalWords: Phrase { Phrase("\(MeasureWords.duration(minutes: settings.sleepGoalMinutes)) a night") }

  /// Keeps changes until the task is cancelled.
  public func run() async { await errand.run() }

  private func keep() async {
    do {
      try await Self.write(settings, to: environment.settings)
      problem = nil
      environment.changes.announce()
    } catch {
      problem = Problem(
        Phrase("The settings could not be kept."), advice: Phrase("Make room on this device and try again."))
    }
  }

  private nonisolated static func write(_ settings: ModelSettings, to store: SettingsStore) async throws {
    try store.change { kept in
      // What is no choice of this screen may have changed since it was made.
      let (hasBegun, letGo) = (kept.hasBegun, kept.letGo)
      kept = settings
      kept.hasBegun = hasBegun
      kept.letGo = letGo
    }
  }
}
