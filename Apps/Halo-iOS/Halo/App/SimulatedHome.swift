#if DEBUG
  import Foundation
  import HaloModels
  import SwiftUI

  /// A simulated environment for previews: a virtual ring on a simulated person, a temporary journal, and a picker that
  /// knows the ring.
  struct SimulatedHome<Content: View>: View {
    /// True if a week of data was synced before the preview begins.
    var isFilled = true
    @ViewBuilder let content: (AppModel.Models) -> Content
    @State private var models: AppModel.Models?

    var body: some View {
      NavigationStack {
        if let models {
          content(models)
            .environment(\.halo, models.environment)
            .environment(\.workout, models.workout)
            .task { await models.run() }
        } else {
          ProgressView()
        }
      }
      .task {
        try? await SimulatedRing.run(isFilled: isFilled) { environment, ring in
          Task { @MainActor in
            models = AppModel.Models(
              environment, picker: ScriptedPicker(remembered: [ring], script: [.take(ring)]),
              exportFolder: FileManager.default.temporaryDirectory.path(percentEncoded: false))
          }
        }
      }
    }
  }
#endif
