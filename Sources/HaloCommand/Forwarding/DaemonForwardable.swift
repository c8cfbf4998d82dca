/// A command that a daemon can run for its clients: it needs the journal or a device, but no file of the client
/// except standard input and output.
protocol DaemonForwardable: ParsableCommand {
  /// True if the command's arguments do not need the daemon, so that it runs in the client's process.
  var runsLocally: Bool { get }
  /// The client's file that the command reads or writes.
  var clientFile: ClientFile? { get }
}

/// A command that the daemon can also run in the background.
protocol BackgroundRunnable: DaemonForwardable {
  /// True if the command continues after the client exits.
  var isBackground: Bool { get }
  /// The journal whose daemon runs the command in the background: the chosen file, and whether it is the journal of
  /// simulated devices.
  var backgroundJournal: (file: String?, isSimulated: Bool) { get }
}

/// A file that is passed to a daemon as standard input or output, because the daemon may not open it. In the
/// arguments, "-" replaces its name.
enum ClientFile: Equatable {
  /// A file to read; `name` are options that keep its name.
  case read(String, name: [String] = [])
  /// A new file, which gets its name once it is complete; `format` is an option that replaces its file extension.
  case write(String, format: [String] = [])
  /// A new file that is written incrementally, and is usable even if truncated.
  case record(String, format: [String])

  var path: String {
    switch self {
    case .read(let path, _), .write(let path, _), .record(let path, _): path
    }
  }
}

extension DaemonForwardable {
  var runsLocally: Bool { false }
  var clientFile: ClientFile? { nil }
}
