import Foundation
import HaloAppleRadio
import HaloDrivers
import HaloModels
import SwiftUI

/// The services of the app, created once per process: models, radio, and background work.
@MainActor
final class AppServices {
  let app: AppModel
  private let background: BackgroundModel

  init() {
    let radio = AppleRadio(restoreIdentifier: "halo.radio")
    app = AppModel(
      .app, radio: radio, registry: .bundled, picker: AccessorySetupPicker(kinds: PickerItems.kinds()),
      dataSink: PhoneDataSink(), notifier: PhoneNotifier(),
      demonstration: { try await SimulatedRing.run(isFilled: true, $0) })
    background = BackgroundModel(app, radio: radio) {
      let time = BackgroundTime(withName: "Sync")
      return { time.end() }
    }
  }

  /// Registers background work and Shortcuts, and starts. Call before the app has finished launching.
  func launch() {
    let background = background
    BackgroundSync.register { try await background.refresh() }
    ShortcutActions(
      sync: { try await ShortcutError.sentence { try await background.sync() } },
      lastNight: { try await ShortcutError.sentence { try await background.lastNight() } }
    ).register()
    // For the lifetime of the process. A view's task is not enough: a launch for Bluetooth has no window, and the radio
    // must exist to receive the state that the system preserved.
    Task { await background.run() }
    if LaunchOptions.current.isDemo { app.startDemo() }
  }

  /// Handles scene phase changes.
  func take(_ phase: ScenePhase) {
    switch phase {
    case .active: background.show()
    case .background:
      BackgroundSync.schedule()
      let (background, time) = (background, BackgroundTime(withName: "Turn the light off"))
      Task {
        await background.hide()
        time.end()
      }
    default: break
    }
  }
}
