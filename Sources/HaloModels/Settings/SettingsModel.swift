public import Observation

/// The model of the Settings screen.
@MainActor @Observable
public final class SettingsModel {
  /// The wearer's profile; goals are clamped to their ranges. Changes are stored immediately.
  public var profile: Profile {
    get { chosen.profile }
    set {
      var changed = newValue
      changed.stepGoal = changed.stepGoal.map { Self.clamped($0, Profile.stepGoals) }
      changed.sleepGoalMinutes = changed.sleepGoalMinutes.map { Self.clamped($0, Profile.sleepGoals) }
      change { $0.profile = changed }
    }
  }
  /// True if measured data is written to Apple Health. Changes are stored immediately; turning it on asks for permission,
  /// and then writes what is there.
  public var writesHealth: Bool {
    get { chosen.writesHealth }
    set { change { $0.writesHealth = newValue } }
  }
  /// True if notifications are turned on. Changes are stored immediately; turning it on asks for permission.
  public var notifies: Bool {
    get { chosen.notifies }
    set { change { $0.notifies = newValue } }
  }
  /// False if the system does not allow notifications that the person turned on.
  public private(set) var mayNotify = true
  /// The permission to write to Apple Health; `nil` if it is not known yet.
  public private(set) var health: HealthPermission?
  /// The result of the last removal from Apple Health, as text.
  public private(set) var removed: Phrase?
  /// The result of writing all days to Apple Health, as text.
  private var written: Phrase?
  /// The error of the last change; `nil` if it was stored.
  public private(set) var problem: Problem?

  /// The values on the screen.
  private struct Chosen: Sendable, Hashable {
    var profile: Profile
    var writesHealth: Bool
    var notifies: Bool
  }

  private var chosen: Chosen
  private let environment: ModelEnvironment
  private let sharing: SharingModel
  private let serialTask = SerialTask()
  private let healthTask = SerialTask()

  /// Creates a model of an environment's settings; `sharing` writes to Apple Health.
  public init(_ environment: ModelEnvironment, sharing: SharingModel) {
    self.environment = environment
    self.sharing = sharing
    chosen = Chosen(
      profile: environment.profile.current, writesHealth: environment.settings.current.writesHealth,
      notifies: environment.settings.current.notifies)
  }

  /// The time zone to which a ring's clock is set, as reported by the system.
  public var zone: Phrase { Phrase(verbatim: environment.driver.time.zone) }

  /// The step goal as text.
  public var stepGoalText: Phrase { profile.stepGoal.map { Phrase("\($0) steps per day") } ?? Phrase("No goal") }
  /// The sleep goal as text.
  public var sleepGoalText: Phrase {
    profile.sleepGoalMinutes.map { Phrase("\(MeasureWording.duration(minutes: $0)) per night") } ?? Phrase("No goal")
  }

  /// True if there is a Health to write to: not in a demonstration, and not on every device.
  public var canWriteHealth: Bool { environment.dataSink != nil && health != .unavailable }

  /// True if there are notifications: not in a demonstration.
  public var canNotify: Bool { environment.notifier != nil }

  /// What the person should know about notifications; `nil` if all is well.
  public var notificationText: Phrase? {
    notifies && !mayNotify
      ? Phrase("iOS does not let Halo show notifications. Allow them in Settings › Apps › Halo › Notifications.") : nil
  }

  /// What the person should know about Apple Health; `nil` if all is well.
  public var healthText: Phrase? {
    guard writesHealth else { return nil }
    return switch health {
    case .denied:
      Phrase(
        "iOS does not let Halo write to Health, so nothing is written. Allow it in Settings › Apps › Health › Data Access & Devices › Halo."
      )
    case .partial:
      Phrase(
        "iOS lets Halo write only some kinds of data to Health. Change it in Settings › Apps › Health › Data Access & Devices › Halo."
      )
    case .unavailable: Phrase("This device has no Health.")
    case .all, .undecided, nil: nil
    }
  }

  /// What Health refused, with its reasons; empty if nothing is missing.
  public var refusals: [Phrase] { writesHealth ? sharing.refused.map(\.phrase) : [] }

  /// The number of days that can be written; `nil` if the person turned writing off, or if the latest days are all.
  public var historyDays: Int? {
    writesHealth && health != .denied && sharing.dayCount > SharingModel.days ? sharing.dayCount : nil
  }

  /// The part of all days that is written, 0…1; `nil` if they are not being written.
  public var historyProgress: Double? { sharing.progress.map { Double($0) / Double(max(1, sharing.dayCount)) } }

  /// The state of writing all days to Apple Health, as text; `nil` if the latest days are all.
  public var historyText: Phrase? {
    historyDays.map { all in
      sharing.progress.map { Phrase("Day \($0 + 1) of \(all) …") } ?? written
        ?? Phrase(
          "After each sync, the last days are written. Your data begins \(all) days ago. Imported data is not written.")
    }
  }

  /// The title of the button that writes all days.
  public var historyOffer: Phrase { Phrase("Write all \(sharing.dayCount) days") }

  /// Writes all days to Apple Health.
  public func writeHistory() {
    writeHealth {
      try await self.sharing.writeHistory()
      self.written =
        self.refusals.isEmpty ? Phrase("All days were written.") : Phrase("All days were written, except for these:")
    }
  }

  /// Stops writing all days. Written days stay in Health.
  public func cancelHistory() { healthTask.cancel() }

  /// Tries again to write what Health refused.
  public func retryRefused() { writeHealth { try await self.sharing.retryRefused() } }

  private func writeHealth(_ body: @escaping @MainActor @Sendable () async throws -> Void) {
    written = nil
    problem = nil
    healthTask.start {
      do { try await body() } catch is CancellationError {
      } catch {
        self.problem = Problem(
          Phrase("Not all days could be written to Health."),
          advice: Phrase("Unlock this device and try again. Days that were written are not written again."))
      }
    }
  }

  /// Removes everything that Halo wrote to Apple Health, and stops writing: ask for confirmation first.
  public func removeFromHealth() {
    chosen.writesHealth = false
    removed = nil
    written = nil
    serialTask.start {
      await self.keep()
      do {
        try await self.sharing.removeFromHealth()
        self.removed = Phrase("Everything that Halo wrote to Health was removed.")
      } catch {
        self.problem = Problem(
          Phrase("Not everything could be removed from Health."),
          advice: Phrase("Unlock this device and try again, or remove it in Health: Sharing › Apps › Halo."))
      }
    }
  }

  /// Stores changes and writes to Apple Health until the task is canceled.
  public func run() async {
    health = await environment.dataSink?.healthPermission()
    await withDiscardingTaskGroup { group in
      group.addTask { await self.serialTask.run() }
      group.addTask { await self.healthTask.run() }
    }
  }

  private func change(_ body: (inout Chosen) -> Void) {
    var changed = chosen
    body(&changed)
    guard changed != chosen else { return }
    let asksHealth = changed.writesHealth && !chosen.writesHealth
    let asksNotifications = changed.notifies && !chosen.notifies
    chosen = changed
    removed = nil
    serialTask.start {
      if asksNotifications { self.mayNotify = (try? await self.environment.notifier?.askForPermission()) ?? false }
      await self.keep()
      if asksHealth { await self.askForHealth() }
    }
  }

  private func askForHealth() async {
    do { health = try await sharing.askForHealth() } catch {
      problem = Problem(
        Phrase("iOS could not ask for permission to write to Health."), advice: Phrase("Turn it off and on again."))
    }
  }

  private func keep() async {
    do {
      try await environment.journal.perform { [chosen, environment] _ in
        try environment.profile.change { $0 = chosen.profile }
        let current = environment.settings.current
        if (chosen.writesHealth, chosen.notifies) != (current.writesHealth, current.notifies) {
          try environment.settings.change { ($0.writesHealth, $0.notifies) = (chosen.writesHealth, chosen.notifies) }
        }
      }
      problem = nil
      environment.changes.announce()
    } catch {
      problem = Problem(
        Phrase("The settings could not be saved."), advice: Phrase("Free up space on this device and try again."))
    }
  }

  private static func clamped(_ value: Int, _ range: ClosedRange<Int>) -> Int {
    min(max(value, range.lowerBound), range.upperBound)
  }
}
