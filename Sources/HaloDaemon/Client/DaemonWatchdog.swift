import HaloLibc

/// Ends a command that was started by the daemon as soon as the daemon exits, for whatever reason. Otherwise a ring's
/// LEDs would stay on.
package enum DaemonWatchdog {
  /// The environment variable that marks a command as started by the daemon.
  package static let variable = "HALO_SERVED"

  /// Starts watching the daemon's connection if the daemon started this command.
  package static func start() {
    guard EnvironmentVariable.value(variable) != nil, let path = DaemonSocket.chosen else { return }
    guard let connection = try? DaemonConnection(path: path), (try? connection.ask(.attend)) != nil else {
      // The daemon ended in the meantime.
      kill(getpid(), SIGTERM)
      return
    }
    Task.detached {
      for await _ in connection.replies {}
      kill(getpid(), SIGTERM)
      // Gives the command time to turn off what it turned on, such as LEDs.
      try? await Task.sleep(for: .seconds(10))
      kill(getpid(), SIGKILL)
    }
  }
}
