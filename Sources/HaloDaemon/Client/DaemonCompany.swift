#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Ends a command that a daemon runs together with it, however it ends: nobody else would, and a ring's LEDs would stay on.
package enum DaemonCompany {
  /// The variable by which a daemon tells a command that it is its own.
  package static let variable = "HALO_SERVED"

  /// Begins to watch, where this is a daemon's command.
  package static func keep() {
    guard ProcessVariable.value(variable) != nil, let path = DaemonSocket.chosen else { return }
    guard let connection = try? DaemonConnection(path: path), (try? connection.ask(.attend)) != nil else {
      // It ended while this began.
      kill(getpid(), SIGTERM)
      return
    }
    Task.detached {
      for await _ in connection.replies {}
      kill(getpid(), SIGTERM)
      // Time to turn off what it turned on.
      try? await Task.sleep(for: .seconds(10))
      kill(getpid(), SIGKILL)
    }
  }
}
