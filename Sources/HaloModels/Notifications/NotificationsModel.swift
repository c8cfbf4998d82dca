/// Notifies the person of a low battery, a device that was not synced for a day, and a new night, if that is turned on.
///
/// Each is shown once: a battery again only after it was charged, a night only on its day and not while the app is
/// visible.
@MainActor
public final class NotificationsModel {
  /// True while the app is visible: a new night on the screen needs no notification.
  var isVisible = false

  private let environment: ModelEnvironment

  /// At this charge in percent or below, a battery is low.
  nonisolated static let low = 15.0
  /// From this charge on, a low battery is shown again.
  nonisolated static let charged = 30.0
  /// A device that is looked for counts as missing after this time.
  nonisolated static let unseenTime = Duration.hours(24)

  /// Creates a model; nothing is shown before ``run()``.
  public init(_ environment: ModelEnvironment) { self.environment = environment }

  /// Notes whether a device is looked for from now on. Other devices are not missed.
  public func seek(_ device: Device, _ isSought: Bool) async {
    let key = device.identifier.text
    let now = environment.now
    let settings = environment.settings
    guard isSought != (settings.current.sought[key] != nil) else { return }
    // If it cannot be stored, the next request does it.
    try? await environment.journal.perform { _ in try settings.change { $0.sought[key] = isSought ? now : nil } }
    environment.changes.announce()
  }

  /// Shows what is new, until the task is canceled.
  public func run() async {
    for await _ in environment.changes.updates() { await update() }
  }

  /// The facts that notifications depend on.
  private struct State: Sendable {
    var batteries: [(device: Device, percent: Double)] = []
    var synced: [(device: Device, time: Moment)] = []
    var removed: [Device] = []
    var night: NightPicture?
  }

  /// The identifier of the notification that a device was not seen.
  private nonisolated static func unseen(_ device: Device) -> String { "unseen-\(device.identifier.text)" }

  private func update() async {
    guard let notifier = environment.notifier else { return }
    let environment = environment
    let day = environment.today
    guard let state = try? await environment.report({ try Self.state($0, environment, on: day) }) else { return }
    guard environment.settings.current.notifies else {
      return await notifier.withdraw((state.synced.map(\.device) + state.removed).map(Self.unseen))
    }
    await notifier.withdraw(state.removed.map(Self.unseen))
    var noticed = environment.settings.current.noticed
    var notices: [Notice] = []
    for (device, percent) in state.batteries {
      let key = device.identifier.text
      if percent <= Self.low, noticed.lowBatteries.insert(key).inserted {
        notices.append(
          Notice(
            "battery-\(key)", Phrase("\(device.name) needs charging"),
            Phrase("Its battery is at \(percent, digits: 0) %.")))
      } else if percent >= Self.charged {
        noticed.lowBatteries.remove(key)
      }
    }
    for (device, time) in state.synced {
      guard let since = environment.settings.current.sought[device.identifier.text] else {
        await notifier.withdraw([Self.unseen(device)])
        continue
      }
      notices.append(
        Notice(
          Self.unseen(device), Phrase("\(device.name) was not synced for a day"),
          Phrase("Keep it near this device and open Halo, so that no data is lost: it stores about a week."),
          at: max(time, since) + Self.unseenTime))
    }
    if let night = state.night, noticed.night != day {
      noticed.night = day
      if !isVisible {
        notices.append(Notice("night", Phrase("Your night is ready"), night.voiceOverText))
      }
    }
    do {
      for notice in notices where notice.time.map({ $0 > environment.now }) ?? true { try await notifier.show(notice) }
      let changed = noticed
      if changed != environment.settings.current.noticed {
        try await environment.journal.perform { _ in try environment.settings.change { $0.noticed = changed } }
      }
    } catch {
      // The next change tries again.
    }
  }

  private nonisolated static func state(_ reports: Reports, _ environment: ModelEnvironment, on day: CalendarDate)
    throws -> State
  {
    var state = State()
    let journal = reports.journal
    for device in try journal.devices() where device.wearer == reports.wearer && environment.reaches(device) {
      if let reading = try journal.shownBattery(of: device) { state.batteries.append((device, reading.percent)) }
      // A scale is used now and then.
      if environment.registry.storesDays(device.family),
        environment.registry.family(device.family)?.isWorn == true, let time = try journal.lastSync(of: device)
      {
        state.synced.append((device, time))
      }
    }
    let paired = Set(try journal.devices().map(\.id))
    state.removed = try journal.allDevices().filter { !paired.contains($0.id) }
    state.night = try reports.night(day).main.map(NightPicture.init)
    return state
  }
}
