import HaloModels
import SwiftUI

/// The models' environment, for the Explain screen, which any screen can open.
private struct ModelEnvironmentKey: EnvironmentKey {
  static let defaultValue: ModelEnvironment? = nil
}

/// The action that starts the demonstration.
private struct StartDemoKey: EnvironmentKey {
  static let defaultValue: (@MainActor @Sendable () -> Void)? = nil
}

/// The model of recording a workout, for the screen of a machine.
private struct WorkoutKey: EnvironmentKey {
  static let defaultValue: WorkoutModel? = nil
}

extension EnvironmentValues {
  /// The models' environment; `nil` before the journal is open.
  var halo: ModelEnvironment? {
    get { self[ModelEnvironmentKey.self] }
    set { self[ModelEnvironmentKey.self] = newValue }
  }

  /// The model of recording a workout; `nil` before the journal is open.
  var workout: WorkoutModel? {
    get { self[WorkoutKey.self] }
    set { self[WorkoutKey.self] = newValue }
  }

  /// Starts the demonstration; `nil` in the demonstration itself.
  var startDemo: (@MainActor @Sendable () -> Void)? {
    get { self[StartDemoKey.self] }
    set { self[StartDemoKey.self] = newValue }
  }
}
