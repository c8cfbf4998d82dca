import Foundation

/// The options with which screenshots are taken: `--demo` starts the demonstration, `--screen sleep` shows a screen.
struct LaunchOptions {
  /// True if the app begins with the demonstration.
  let isDemo: Bool
  /// The first screen; `nil` for the usual one.
  let screen: ScreenPlace?

  /// The options of this launch.
  static let current = LaunchOptions(ProcessInfo.processInfo.arguments)

  init(_ arguments: [String]) {
    isDemo = arguments.contains("--demo")
    let place = arguments.firstIndex(of: "--screen").map { arguments.index(after: $0) }
    screen = place.flatMap { arguments.indices.contains($0) ? ScreenPlace(rawValue: arguments[$0]) : nil }
  }
}
