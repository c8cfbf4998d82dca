import HaloModels
import SwiftUI

/// The app's entry point.
@main
struct HaloApp: App {
  @State private var services: AppServices
  @Environment(\.scenePhase) private var phase

  init() {
    let services = AppServices()
    _services = State(initialValue: services)
    services.launch()
  }

  var body: some Scene {
    WindowGroup { RootScreen(app: services.app) }
      .onChange(of: phase, initial: true) { _, phase in services.take(phase) }
  }
}
