import HaloModels
import SwiftUI

/// The models' environment, for the Explain screen, which any screen can open.
private struct ModelEnvironmentKey: EnvironmentKey {
  static let defaultValue: ModelEnvironment? = nil
}

extension EnvironmentValues {
  /// The models' environment; `nil` before the journal is open.
  var halo: ModelEnvironment? {
    get { self[ModelEnvironmentKey.self] }
    set { self[ModelEnvironmentKey.self] = newValue }
  }
}
