import UIKit

/// Some seconds more, when the app goes into the background, for what must not be left half done: a light that goes out on a ring.
@MainActor
final class BackgroundTime {
  private var identifier = UIBackgroundTaskIdentifier.invalid

  /// Asks for the time. What is not at its end when the system wants it back goes on when the app does.
  init(_ name: String) {
    identifier = UIApplication.shared.beginBackgroundTask(withName: name) { [weak self] in self?.end() }
  }

  /// Gives the time back.
  func end() {
    guard identifier != .invalid else { return }
    UIApplication.shared.endBackgroundTask(identifier)
    identifier = .invalid
  }
}
