/// A request to the daemon, one JSON object a line (``DaemonMessage``). A connection's first request sets its purpose.
package enum DaemonRequest: Codable, Sendable {
  /// Release a device, and do not connect to it until this connection closes.
  case hold(device: String)
  /// Reload the list of paired devices: one was paired, renamed or unpaired.
  case reload
  /// Do nothing; the connection closes when the daemon exits.
  case attend
  /// Run a command; the three attached files are its standard input, output and error.
  case run(Verb)
  /// Report the daemon's status once.
  case status
  /// Report the daemon's status now and after each change.
  case follow
  /// Stop a command that runs in the background.
  case end(process: Int32)
  /// Forward a signal to this connection's command.
  case signal(Int32)

  /// A command that a client sends to the daemon.
  package struct Verb: Codable, Sendable {
    /// The arguments after "halo".
    package var arguments: [String]
    /// The caller's environment variables that concern the terminal and the language.
    package var environment: [String: String]
    /// True if the command continues after the caller disconnects.
    package var isBackground: Bool

    package init(arguments: [String], environment: [String: String], isBackground: Bool) {
      self.arguments = arguments
      self.environment = environment
      self.isBackground = isBackground
    }
  }
}

/// A reply of the daemon.
package enum DaemonReply: Codable, Sendable {
  /// The device is released and reserved for the client.
  case held
  /// The command was started.
  case started(process: Int32)
  /// The command ended with this exit status.
  case ended(status: Int32)
  /// The daemon's status.
  case status(DaemonStatus)
  /// The request was refused for this reason.
  case refused(reason: String)
}
