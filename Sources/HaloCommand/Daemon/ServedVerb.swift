import ArgumentParser

/// A command that a daemon runs for who may use it: it needs the journal or a device, and no file of the caller's but its standard
/// input and output.
protocol ServedVerb: ParsableCommand {
  /// Whether it is about something else this time, and runs where it was called.
  var runsHere: Bool { get }
  /// The caller's file that it reads or writes.
  var callersFile: CallersFile? { get }
  /// Whether the daemon also runs it in the background.
  static var canRunInBackground: Bool { get }
  /// Whether it is to go on when the caller leaves.
  var isBackground: Bool { get }
  /// The journal whose daemon runs it in the background: the file that was named, and whether it is that of simulated devices.
  var backgroundJournal: (file: String?, isSimulated: Bool) { get }
}

/// A file that is handed over to a daemon, which may not open it itself, as standard input or output. In the arguments "-" takes its
/// place.
enum CallersFile: Equatable {
  case read(String)
  /// A new file, which gets its name once it is whole; `format` is an option that says what its name would have said.
  case write(String, format: [String] = [])
  /// A new file that is written bit by bit, and is of use if it was cut short.
  case record(String, format: [String])

  var path: String {
    switch self {
    case .read(let path), .write(let path, _), .record(let path, _): path
    }
  }
}

extension ServedVerb {
  var runsHere: Bool { false }
  var callersFile: CallersFile? { nil }
  static var canRunInBackground: Bool { false }
  var isBackground: Bool { false }
  var backgroundJournal: (file: String?, isSimulated: Bool) { (nil, RadioOptions.isSimulatedByDefault) }
}
