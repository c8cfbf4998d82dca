import UIKit

/// Requests extra seconds when the app enters the background, to finish critical work such as turning off a ring's
/// LEDs.
@MainActor
final class BackgroundTime {
  private var identifier = UIBackgroundTaskIdentifier.invalid

  /// Requests the time. Work that is not finished in time continues when the app does.
  init(withName name: String) {
    identifier = UIApplication.shared.beginBackgroundTask(withName: name) { [weak self] in self?.end() }
  }

  /// Ends the request.
  func end() {
    guard identifier != .invalid else { return }
    UIApplication.shared.endBackgroundTask(identifier)
    identifier = .invalid
  }
}
