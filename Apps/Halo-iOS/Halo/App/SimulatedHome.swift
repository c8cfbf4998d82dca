#if DEBUG
  import HaloModels
  import SwiftUI

  /// A home in the simulated air, for previews: a virtual ring on a made-up wearer, a journal of its own, and a picker that knows the ring.
  struct SimulatedHome<Content: View>: View {
    /// Whether a week was brought home before the preview begins.
    var isFilled = true
    @ViewBuilder let content: (AppModel.Models) -> Content
    @State private var place = SimulatedPlace()

    var body: some View {
      NavigationStack {
        if let models = place.models {
          content(models)
            .environment(\.halo, models.environment)
            .task { await models.run() }
        } else {
          ProgressView()
        }
      }
      .task { await place.live(isFilled: isFilled) }
    }
  }
#endif
