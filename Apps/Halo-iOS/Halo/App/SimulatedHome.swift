#if DEBUG
  import HaloModels
  import SwiftUI

  /// A simulated environment for previews: a virtual ring on a simulated person, a temporary journal, and a picker that
  /// knows the ring.
  struct SimulatedHome<Content: View>: View {
    /// True if a week of data was synced before the preview begins.
    var isFilled = true
    @ViewBuilder let content: (AppModel.Models) -> Content
    @State private var simulated = SimulatedModels()

    var body: some View {
      NavigationStack {
        if let models = simulated.models {
          content(models)
            .environment(\.halo, models.environment)
            .task { await models.run() }
        } else {
          ProgressView()
        }
      }
      .task { await simulated.run(isFilled: isFilled) }
    }
  }
#endif
