/// What is asked of a daemon, a JSON object a line (``DaemonMessage``). The first one of a connection says what the connection is for.
package enum DaemonRequest: Codable, Sendable {
  /// Let a device go, and leave it alone until this connection ends.
  case hold(device: String)
  /// Look at the list of paired devices again: one was paired, renamed or forgotten.
  case reload
  /// Nothing; the connection ends when the daemon does.
  case attend
  /// Run a command with the three files that come along as its standard input, output and error.
  case run(Verb)
  /// How the daemon is and what it does.
  case status
  /// The same, and again whenever it changes.
  case follow
  /// End a command that runs in the background.
  case end(process: Int32)
  /// Pass a signal on to the command of this connection.
  case signal(Int32)

  /// A command of somebody else.
  package struct Verb: Codable, Sendable {
    /// What comes after "halo".
    package var arguments: [String]
    /// Of the caller's environment, what concerns a terminal and languages.
    package var environment: [String: String]
    /// Whether it goes on when the caller leaves.
    package var isBackground: Bool

    package init(arguments: [String], environment: [String: String], isBackground: Bool) {
      (self.arguments, self.environment, self.isBackground) = (arguments, environment, isBackground)
    }
  }
}

/// What a daemon answers.
package enum DaemonReply: Codable, Sendable {
  /// The device is free, and left alone.
  case held
  /// The command runs.
  case started(process: Int32)
  /// It ended with this status.
  case ended(status: Int32)
  /// How the daemon is.
  case status(DaemonStatus)
  /// It is not done; why.
  case refused(reason: String)
}
