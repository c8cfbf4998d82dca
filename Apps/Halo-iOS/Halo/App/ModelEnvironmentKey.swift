import HaloModels
import SwiftUI

/// The models' environment, for what any screen can open: where a number comes from.
private struct ModelEnvironmentKey: EnvironmentKey {
  static let defaultValue: ModelEnvironment? = nil
}

extension EnvironmentValues {
  /// What models are given; `nil` before the journal is open.
  var halo: ModelEnvironment? {
    get { self[ModelEnvironmentKey.self] }
    set { self[ModelEnvironmentKey.self] = newValue }
  }
}
