import HaloModels
import SwiftUI

/// The app.
@main
struct HaloApp: App {
  @State private var services: AppServices
  @Environment(\.scenePhase) private var phase

  init() {
    let services = AppServices()
    _services = State(initialValue: services)
    services.register()
  }

  var body: some Scene {
    WindowGroup {
      RootScreen(app: services.app)
        .task { await services.run() }
        .onChange(of: phase) { _, phase in services.take(phase) }
    }
  }
}
