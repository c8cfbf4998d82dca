import Foundation
import HaloBluetooth
import HaloDrivers
import HaloHealth
import HaloJournal
import HaloModels
import HaloSimulatedRadio
import HaloTesting
import HaloWearables

/// A phone with the app, by iOS's rules: an app that is left is suspended, may be ended, and is launched again for a
/// request to connect, except after Bluetooth was switched off in Settings, and not before the first unlock after a
/// restart (Apple's technical note TN3115).
@MainActor
final class SimulatedPhone {
  /// A launch of the app.
  private struct Launch {
    let process: PhoneProcess
    let app: AppModel
    let background: BackgroundModel
    let task: Task<Void, Never>
  }

  let system: PhoneSystem
  let dataSink = RecordingDataSink()
  let notifications: PhoneNotifications
  private let place: ModelFixture
  private let path: String
  private var launch: Launch?
  private var relaunching: Task<Void, Never>?

  /// Creates a phone on which the ring was paired earlier.
  init(_ place: ModelFixture) throws {
    self.place = place
    system = PhoneSystem(place.clock, place.radio)
    let time = place.time
    notifications = PhoneNotifications { time.moment }
    path = place.folder.path("phone.sqlite")
    _ = try Journal(path: path).pair(
      place.accessory.device, family: place.accessory.family, name: place.accessory.name, wearer: "me",
      at: place.time.moment)
    try SettingsStore(path: place.folder.path("settings.json")).change {
      $0 = ModelSettings(hasBegun: true, hasDevice: true, notifies: true)
    }
  }

  var models: AppModel.Models? { launch?.app.models }

  private func start(kept: [DeviceID] = []) -> Launch {
    relaunching?.cancel()
    if let launch { return launch }
    let process = PhoneProcess(place.clock)
    process.wake()
    let radio = PhoneRadio(system: system, process: process, kept: kept)
    let app = AppModel(
      AppModel.Place(
        journal: path, settings: place.folder.path("settings.json"), exports: place.folder.url.path()),
      radio: radio, registry: .bundled, picker: ScriptedPicker(remembered: [place.accessory]), dataSink: dataSink,
      notifier: notifications,
      driver: DriverEnvironment(clock: ProcessClock(process: process), time: place.time), demonstration: { _ in })
    let background = BackgroundModel(app, radio: radio) {
      let end = process.askForTime()
      return { end() }
    }
    let launch = Launch(
      process: process, app: app, background: background,
      task: Task(executorPreference: TaskScope.executor) { await background.run() })
    self.launch = launch
    return launch
  }

  /// The person uses the app for a while.
  func open(for duration: Duration) async throws {
    let launch = start()
    launch.process.setForeground(true)
    launch.background.show()
    try await place.clock.sleep(for: duration)
    let end = launch.process.askForTime()
    launch.process.setForeground(false)
    await launch.background.hide()
    end()
  }

  /// The system grants the app time, as it does at night and a few times a day.
  func runSystemTask() async throws {
    guard system.isUnlocked else { return }
    let launch = start()
    let end = launch.process.askForTime()
    let work = Task(executorPreference: TaskScope.executor) { try? await launch.background.refresh() }
    let limit = Task(executorPreference: TaskScope.executor) { [clock = place.clock] in
      try await clock.sleep(for: .seconds(30))
      work.cancel()
    }
    await work.value
    limit.cancel()
    end()
  }

  /// The system ends the suspended app, for memory.
  func terminate() async {
    guard let launch else { return }
    // The end of a connection is an event for which the system launches the app again.
    if launch.process.kill() { system.request(place.accessory.device, notBefore: place.clock.now) }
    launch.task.cancel()
    await launch.task.value
    self.launch = nil
    relaunchWhenReachable()
  }

  /// Switches Bluetooth, in Settings or in Control Center, or the distance to the ring.
  func switchBluetooth(on isOn: Bool, inSettings: Bool) async throws {
    system.set(isOn: isOn)
    // An app that does not run is not launched again for its requests.
    if launch == nil, inSettings, !isOn { system.dropAll() }
  }

  func move(near isNear: Bool) async {
    await place.medium.move(place.accessory.device, to: isNear ? 1 : 100)
    system.set(isNear: isNear)
  }

  func restart() async {
    system.set(isUnlocked: false)
    await terminate()
  }

  func unlock() { system.set(isUnlocked: true) }

  /// Ends the app and the phone's own work.
  func end() async {
    await terminate()
    relaunching?.cancel()
  }

  /// Launches the app when one of its requests can be fulfilled.
  private func relaunchWhenReachable() {
    relaunching?.cancel()
    guard let (device, earliest) = system.requests.first else { return }
    relaunching = Task(executorPreference: TaskScope.executor) { [system, weak self] in
      guard (try? await system.waitUntilReachable(notBefore: earliest)) != nil, system.requests[device] != nil
      else { return }
      await self?.launch(for: device)
    }
  }

  private func launch(for device: DeviceID) {
    relaunching = nil
    _ = start(kept: [device])
  }
}
