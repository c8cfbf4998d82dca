import Foundation
import HaloAppleRadio
import HaloDrivers
import HaloModels
import SwiftUI

/// What the app is made of, once a process: the models, the radio, and what goes on with or without a screen.
@MainActor
final class AppServices {
  let app: AppModel
  private let background: BackgroundModel

  init() {
    let radio = AppleRadio(restoreIdentifier: "halo.radio")
    app = AppModel(
      .app, radio: radio, registry: .bundled, picker: AccessorySetupPicker(kinds: PickerItems.kinds()),
      recipient: PhoneRecipient())
    background = BackgroundModel(app, radio: radio)
  }

  /// Says what is done in the background and for Shortcuts, and begins. Has to be called before the app has finished launching.
  func launch() {
    let background = background
    BackgroundSync.register { _ = try await background.sync() }
    ShortcutActions(
      sync: { try await SaidProblem.sentence { try await background.sync() } },
      lastNight: { try await SaidProblem.sentence { try await background.lastNight() } }
    ).register()
    // For as long as the process lives. A view's task would not do: a launch for Bluetooth has no window, and the radio must be there to be
    // given what the system kept.
    Task { await background.run() }
  }

  /// Takes the app's coming and going.
  func take(_ phase: ScenePhase) {
    switch phase {
    case .active: background.show()
    case .background:
      BackgroundSync.schedule()
      let (background, time) = (background, BackgroundTime("Turn the light off"))
      Task {
        await background.hide()
        time.end()
      }
    default: break
    }
  }
}
